import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { readMembers } from '../../../../common/audience/members.ts';
import { readSuppressed } from '../../../../common/audience/suppressed.ts';
import { now } from '../../../../common/clock.ts';
import type { CountedStatuses } from '../../../../common/domain/statuses/counted.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { Import, type ImportDocument } from '../../../../common/models/imports.ts';
import { Suppression } from '../../../../common/models/suppressions.ts';
import type { StatusBasis } from '../../../../shared/statuses/plan.ts';
import { noStatuses, type StatusCounts } from '../../../../shared/statuses/statuses.ts';
import { leaseImport } from '../../../../worker/importing/lease.ts';
import { storeStatuses } from '../../../../worker/importing/store-statuses.ts';
import { createTargetReader } from '../../../../worker/importing/target.ts';
import { type CsvImports, counts, startCsvImports } from '../../../support/csv-imports.ts';
import { rows } from '../../../support/rows.ts';
import { importBatches } from '../../../support/small-steps.ts';
import { neverStopping, stoppingAfter } from '../../../support/stopping.ts';

const BATCH = 20;
/** Three batches; the last has each status, too. */
const ROWS = 50;
/** Each fifth row has another status; every twentieth an unknown word, and every 21st no address. */
const WORDS = ['subscribed', 'unsubscribed', 'cleaned', 'spam report', 'pending'] as const;
const word = (at: number): string =>
  at % 20 === 19 ? 'Waiting list' : at % 10 === 7 ? 'archived' : WORDS[at % 5]!;
const address = (at: number): string => (at % 21 === 20 ? 'no address' : `p${at}@example.com`);
const all = (each: (at: number) => string): string =>
  Array.from({ length: ROWS }, (_, at) => each(at)).join('');
const large = `email,status,city\n${all((at) => `${address(at)},${word(at)},Ulm\n`)}`;

/** The counts that a file of these words has. */
function expectedOf(words: readonly string[]): CountedStatuses {
  const of: Record<string, keyof StatusCounts> = {
    subscribed: 'mailable',
    unsubscribed: 'opted_out',
    cleaned: 'bounced',
    'spam report': 'complained',
    pending: 'unconfirmed',
    archived: 'left_out',
  };
  const statuses = noStatuses();
  let unknown = 0;
  for (const one of words) {
    const status = of[one];
    if (status) statuses[status] += 1;
    else unknown += 1;
  }
  return { statuses, unknown_statuses: [{ word: 'Waiting list', rows: unknown }] };
}
const expected = expectedOf(
  Array.from({ length: ROWS }, (_, at) => at)
    .filter((at) => address(at) !== 'no address')
    .map(word),
);

describe('the reading of statuses in an import', () => {
  importBatches(BATCH);
  let csv: CsvImports;
  let group = 0;

  before(async () => {
    csv = await startCsvImports('worker-import-statuses');
  });
  after(() => csv.stop());
  beforeEach(async () => {
    group += 1;
    await rows(Suppression).deleteMany({});
  });

  const counted = ({ statuses, unknown_statuses }: ImportDocument) => ({ statuses, unknown_statuses });

  it('reads them in JSON cells', async () => {
    const type = await csv.type();
    const file = `email,attributes\na@example.com,"{""status"":""unsubscribed""}"\nb@example.com,"{""status"":""active""}"\nc@example.com,[]\n`;
    const found = await csv.load(type, file);
    // A missing key is asked about, as a blank cell of such a column is.
    expect(counted(found)).to.deep.equal({
      statuses: { ...noStatuses(), mailable: 1, opted_out: 1 },
      unknown_statuses: [{ word: '', rows: 1 }],
    });
    expect(await mailed(type)).to.deep.equal(['b@example.com']);
  });

  /** The addresses of a contact type that a campaign of a group goes to. */
  async function mailed(type: number, unsubscribe_group_id = 0): Promise<string[]> {
    const members = await readMembers({ id: type, table: 'contacts_' }, csv.userId, 0, 5000);
    const suppressed = await readSuppressed(
      { user_id: csv.userId, unsubscribe_group_id },
      members.map(({ email_norm }) => email_norm),
    );
    return members.filter((one) => !suppressed.has(one.email_norm)).map(({ email }) => email);
  }

  const suppressions = async () =>
    (await rows(Suppression).find().sort({ email_norm: 1, reason: 1 }).toArray()).map(
      ({ email_norm, reason, unsubscribe_groups_id }) => `${email_norm} ${reason} ${unsubscribe_groups_id}`,
    );

  const load = async (text: string, reading?: Parameters<CsvImports['load']>[2], name?: string) => {
    const type = await csv.type();
    return { type, found: await csv.load(type, text, reading, name) };
  };
  const decided = (decisions: readonly (readonly [string, keyof StatusCounts])[], others = {}) => ({
    statuses: { decisions, group: null, column: null, ...others },
  });

  describe('from files of other services', () => {
    const SUBSCRIBED = 'subscribed_email_audience_export_4f27b0.csv';
    const UNSUBSCRIBED = 'unsubscribed_email_audience_export_4f27b0.csv';
    const CLEANED = 'cleaned_email_audience_export_4f27b0.csv';
    const files: readonly (readonly [
      file: string,
      name: string,
      by: StatusBasis,
      statuses: Partial<StatusCounts>,
      unknown?: CountedStatuses['unknown_statuses'],
    ])[] = [
      ['listmonk.csv', 'listmonk.csv', { by: 'column', name: 'status' }, { mailable: 3, opted_out: 3 }],
      [SUBSCRIBED, SUBSCRIBED, { by: 'file_name', name: 'subscribed' }, { mailable: 4 }],
      [UNSUBSCRIBED, UNSUBSCRIBED, { by: 'heading', name: 'UNSUB_TIME' }, { opted_out: 4 }],
      [UNSUBSCRIBED, 'list.csv', { by: 'heading', name: 'UNSUB_TIME' }, { opted_out: 4 }],
      [CLEANED, CLEANED, { by: 'heading', name: 'CLEAN_TIME' }, { bounced: 4 }],
      [CLEANED, 'list.csv', { by: 'heading', name: 'CLEAN_TIME' }, { bounced: 4 }],
      [
        'suppression_bounces.csv',
        'suppression_bounces.csv',
        { by: 'heading', name: 'reason' },
        { bounced: 4 },
      ],
      ['suppression_bounces.csv', 'list.csv', { by: 'heading', name: 'reason' }, { bounced: 4 }],
      [
        'suppression_unsubscribes.csv',
        'suppression_unsubscribes.csv',
        { by: 'file_name', name: 'unsubscribes' },
        { opted_out: 4 },
      ],
      [
        'brevo-contacts.csv',
        'brevo-contacts.csv',
        { by: 'column', name: 'BLOCKLISTED' },
        { mailable: 3, opted_out: 2 },
      ],
      ['keila.csv', 'keila.csv', { by: 'column', name: 'Status' }, { mailable: 3, opted_out: 1, bounced: 1 }],
      [
        'statuses-german.csv',
        'statuses-german.csv',
        { by: 'column', name: 'Newsletterstatus' },
        { mailable: 1, opted_out: 1, unconfirmed: 1, bounced: 1, complained: 1 },
        [
          { word: 'Warteliste', rows: 1 },
          { word: '', rows: 1 },
        ],
      ],
    ];
    for (const [file, name, by, statuses, unknown = []] of files) {
      it(`counts and applies those of ${file} under the name ${name}`, async () => {
        const text = readFileSync(new URL(`../../../fixtures/statuses/${file}`, import.meta.url));
        const type = await csv.type();
        const tried = await csv.load(type, text, { isTrial: true }, name);
        const done = await csv.load(type, text, {}, name);
        expect(done).to.include({ state: 'completed', rows_refused: 0 });
        expect(done.statuses_by!.by).to.deep.equal(by);
        expect(counted(done)).to.deep.equal({
          statuses: { ...noStatuses(), ...statuses },
          unknown_statuses: unknown,
        });
        expect(counted(tried)).to.deep.equal(counted(done));
        expect(await mailed(type)).to.have.length(statuses.mailable ?? 0);
        expect(await csv.contacts(type)).to.have.length(done.rows_read);
        const again = await csv.load(type, text, {}, name);
        expect(counts(again)).to.deep.equal([0, 0, done.rows_read, 0]);
        expect(counted(again)).to.deep.equal(counted(done));
      });
    }
  });

  it('keeps the moment and the reply that a file says, and the class of the reply', async () => {
    const text = readFileSync(new URL('../../../fixtures/statuses/suppression_bounces.csv', import.meta.url));
    await csv.load(await csv.type(), text, {}, 'suppression_bounces.csv');
    const found = await rows(Suppression).find().sort({ email_norm: 1 }).toArray();
    expect(found[0]).to.deep.include({
      email_address: 'k.lang@example.com',
      reason: 'bounced',
      state: 'active',
      class: 'gone',
      reply: '550 5.1.1 <k.lang@example.com>: Recipient address rejected: User unknown',
      created_at: new Date(1754006400_000),
    });
    expect(found.map((one) => one.class)).to.deep.equal(['gone', 'full', 'policy', 'inactive']);
    await load(
      'email,unsubscribed_at\nsince@example.com,2024-05-06 07:08:09\nlater@example.com,2999-01-01\nno@example.com,\n',
    );
    const [later, since] = await rows(Suppression)
      .find({ reason: 'unsubscribed' })
      .sort({ email_norm: 1 })
      .toArray();
    expect(since!.created_at).to.deep.equal(new Date('2024-05-06T07:08:09Z'));
    expect(later!.created_at.getTime()).to.be.within(now().getTime() - 60_000, now().getTime());
  });

  it('has no class for a reply that is not sure to be one of a dead mailbox', async () => {
    await load(
      'status,reason,email,created\n5.1.1,550 Host does not accept mail,may@example.com,1754006400\n',
      undefined,
      'suppression_bounces.csv',
    );
    const [found] = await rows(Suppression).find({ email_norm: 'may@example.com' }).toArray();
    expect(found).to.include({ class: 'unknown', state: 'active', reply: '550 Host does not accept mail' });
  });

  it('stores a complaint as an opt-out too, and opt-outs of the group that the caller names', async () => {
    const { type } = await load(
      'email,status\nyes@example.com,active\nout@example.com,opted out\nspam@example.com,spam\ngone@example.com,bounced\n',
      decided([], { group }),
    );
    expect(await suppressions()).to.deep.equal(
      [
        'gone@example.com bounced null',
        'spam@example.com complained null',
        'spam@example.com unsubscribed null',
        `out@example.com unsubscribed ${group}`,
      ].toSorted(),
    );
    expect(await mailed(type, group)).to.deep.equal(['yes@example.com']);
    expect(await mailed(type, group + 1)).to.deep.equal(['yes@example.com', 'out@example.com']);
  });

  it('suppresses an address that was only suspected of having bounced', async () => {
    const suspected = {
      email_address: 'sus@example.com',
      email_norm: 'sus@example.com',
      reason: 'bounced',
    } as const;
    const at = now();
    await rows(Suppression).insertOne({
      _id: 900_000,
      user_id: csv.userId,
      unsubscribe_groups_id: null,
      ...suspected,
      state: 'suspected',
      class: 'gone',
      created_at: at,
      updated_at: at,
    });
    const { type } = await load('email,status\nsus@example.com,bounced\n');
    expect(await mailed(type)).to.deep.equal([]);
  });

  describe('whatever holds or stops the import', () => {
    /** Expects the result of importing the whole large file. */
    async function expectWhole(type: number, id: number): Promise<void> {
      const found = await csv.import(id);
      expect(found).to.include({ state: 'completed', rows_read: ROWS });
      expect(counted(found)).to.deep.equal(expected);
      const { statuses, unknown_statuses } = expected;
      const stored = ROWS - found.rows_refused - statuses.left_out;
      expect(counts(found)).to.deep.equal([stored, 0, 0, found.rows_refused]);
      expect(await csv.contacts(type)).to.have.length(stored);
      expect(await mailed(type)).to.have.length(statuses.mailable);
      const by = async (filter: object) => rows(Suppression).countDocuments(filter);
      expect(await by({ reason: 'unsubscribed' })).to.equal(statuses.opted_out + statuses.complained);
      expect(await by({ reason: 'complained' })).to.equal(statuses.complained);
      expect(await by({ reason: 'bounced' })).to.equal(statuses.bounced);
      const unconfirmed = await rows(Contact).countDocuments({ contact_type_id: type, unconfirmed: true });
      expect(unconfirmed).to.equal(statuses.unconfirmed + unknown_statuses[0]!.rows);
    }

    it('counts the same in a dry run, which stores nothing', async () => {
      const { type, found } = await load(large, { isTrial: true });
      expect(counted(found)).to.deep.equal(expected);
      expect(found.rows_read).to.equal(ROWS);
      expect(await rows(Suppression).countDocuments()).to.equal(0);
      expect(await csv.contacts(type)).to.deep.equal([]);
    });

    it('counts a dry run again that another worker begins again', async () => {
      const id = await csv.upload(await csv.type(), large, { isTrial: true });
      await csv.run(id, stoppingAfter(2));
      await rows(Import).updateOne({ _id: id }, { $set: { state: 'running', lease_until: new Date(0) } });
      expect(counted(await csv.run(id))).to.deep.equal(expected);
    });

    it('imports each row once', async () => {
      const { type, found } = await load(large);
      await expectWhole(type, found._id);
    });

    for (const reads of [1, 2, 3]) {
      it(`continues where a worker stopped at its look ${reads}`, async () => {
        const type = await csv.type();
        const id = await csv.upload(type, large);
        await csv.run(id, stoppingAfter(reads));
        await csv.run(id);
        await expectWhole(type, id);
      });
    }

    it('stores the statuses of a batch before its contacts, and once', async () => {
      const type = await csv.type();
      const id = await csv.upload(type, large);
      const held = (await leaseImport(csv.userId, id))!;
      held.lease.end();
      const reader = (await createTargetReader(held.found)())!;
      const kept = Array.from({ length: BATCH }, (_, at) =>
        reader.read([address(at), word(at), 'Ulm'], at + 2),
      );
      const owner = { importId: id, userId: csv.userId, contactTypeId: type };
      await storeStatuses(
        owner,
        kept.filter((row) => row !== null && typeof row === 'object'),
        null,
        csv.config,
      );
      // Here the worker is killed.
      expect(await rows(Suppression).countDocuments()).to.be.above(10);
      expect(await csv.contacts(type)).to.deep.equal([]);
      await rows(Import).updateOne({ _id: id }, { $set: { lease_until: new Date(0) } });
      await csv.run(id);
      await expectWhole(type, id);
      expect((await csv.undo(id)).undo_opt_outs).to.equal(
        expected.statuses.opted_out + expected.statuses.complained + expected.statuses.bounced,
      );
    });

    it('ends before a batch that would exceed the quota of opt-outs, and stores none of its contacts', async () => {
      const type = await csv.type();
      const file =
        'email,status\nyes@example.com,active\nout@example.com,unsubscribed\nspam@example.com,spam\n';
      const id = await csv.upload(type, file);
      const found = await csv.run(id, neverStopping(), { ...csv.config.quotas, opt_outs: 2 });
      expect(found).to.include({ state: 'failed', failure: 'Quota reached: opt_outs (see GET quotas)' });
      expect(await csv.contacts(type)).to.deep.equal([]);
      expect(await suppressions()).to.deep.equal([]);
    });

    it('keeps opt-outs and suppressions when it is undone, and counts them', async () => {
      const { type, found } = await load(
        'email,status\nyes@example.com,active\nout@example.com,unsubscribed\nspam@example.com,spam\ngone@example.com,bounced\nwait@example.com,pending\n',
      );
      const before = await suppressions();
      const undone = await csv.undo(found._id);
      expect(undone).to.include({ undo_state: 'completed', undo_opt_outs: 3 });
      expect(undone.undo_counts).to.include({ removed: 5 });
      expect(await csv.contacts(type)).to.deep.equal([]);
      expect(await suppressions()).to.deep.equal(before);
    });
  });

  describe('for people who are here already', () => {
    it('lifts no opt-out, bounce or complaint', async () => {
      await load('email,status\na@example.com,unsubscribed\nb@example.com,bounced\nc@example.com,spam\n');
      const before = await suppressions();
      const again = 'email,status\nA@example.com,subscribed\nb@example.com,active\nc@example.com,confirmed\n';
      const { type } = await load(again, decided([['*', 'mailable']]));
      expect(await suppressions()).to.deep.equal(before);
      expect(await mailed(type)).to.deep.equal([]);
    });

    it('makes a contact unconfirmed and confirms it, and can be undone', async () => {
      const { type } = await load('email\na@example.com\nb@example.com\n');
      const waiting = await csv.load(
        type,
        'email,status\na@example.com,pending\nb@example.com,Waiting list\n',
      );
      expect(counts(waiting)).to.deep.equal([0, 2, 0, 0]);
      expect(await mailed(type)).to.deep.equal([]);
      expect(counts(await csv.load(type, 'email\na@example.com\n'))).to.deep.equal([0, 0, 1, 0]);
      expect(await mailed(type)).to.deep.equal([]);
      const confirmed = await csv.load(type, 'email,status\na@example.com,subscribed\n');
      expect(counts(confirmed)).to.deep.equal([0, 1, 0, 0]);
      expect(await mailed(type)).to.deep.equal(['a@example.com']);
      const [a] = await csv.contacts(type);
      expect(Number(a!.moved_at)).to.be.closeTo(Number(a!.updated_at), 1000);
      expect((await csv.undo(confirmed._id)).undo_counts).to.include({ restored: 1 });
      expect(await mailed(type)).to.deep.equal([]);
      expect((await csv.undo(waiting._id)).undo_counts).to.include({ restored: 2 });
      expect(await mailed(type)).to.deep.equal(['a@example.com', 'b@example.com']);
    });

    it('takes the strictest of several rows for one address, except for a confirmation', async () => {
      const { type, found } = await load(
        'email,status\na@example.com,subscribed\nA@example.com,unsubscribed\nb@example.com,pending\nb@example.com,subscribed\n',
      );
      expect(found.statuses).to.deep.equal({ ...noStatuses(), mailable: 2, opted_out: 1, unconfirmed: 1 });
      expect(await mailed(type)).to.deep.equal(['b@example.com']);
    });
  });

  describe('by decision of the caller', () => {
    const text =
      'email,state,status\na@example.com,x,Gold\nb@example.com,y,subscribed\nc@example.com,z,unsubscribed\nd@example.com,z,\n';

    it('mails no contact with an unknown word without a decision', async () => {
      const { type, found } = await load(text);
      expect(counted(found)).to.deep.equal({
        statuses: { ...noStatuses(), mailable: 1, opted_out: 1 },
        unknown_statuses: [
          { word: 'Gold', rows: 1 },
          { word: '', rows: 1 },
        ],
      });
      expect(await mailed(type)).to.deep.equal(['b@example.com']);
    });

    const cases: readonly [
      title: string,
      decisions: readonly (readonly [string, keyof StatusCounts])[],
      mailed: string,
      statuses: Partial<StatusCounts>,
    ][] = [
      ['one word', [['gold', 'mailable']], 'ab', { mailable: 2, opted_out: 1 }],
      ['a known word', [['subscribed', 'left_out']], '', { left_out: 1, opted_out: 1 }],
      ['blank cells', [['', 'mailable']], 'bd', { mailable: 2, opted_out: 1 }],
      [
        'all that are not named',
        [
          ['*', 'mailable'],
          ['unsubscribed', 'opted_out'],
        ],
        'abd',
        { mailable: 3, opted_out: 1 },
      ],
      ['all', [['*', 'mailable']], 'abcd', { mailable: 4 }],
      ['none', [['*', 'opted_out']], '', { opted_out: 4 }],
    ];
    for (const [title, decisions, letters, statuses] of cases) {
      it(`holds for ${title}`, async () => {
        const { type, found } = await load(text, decided(decisions));
        expect(found.statuses).to.deep.equal({ ...noStatuses(), ...statuses });
        expect(await mailed(type)).to.deep.equal([...letters].map((one) => `${one}@example.com`));
      });
    }

    it('holds for a file that says no statuses, and for headings and names of files', async () => {
      const plain = 'email\na@example.com\n';
      const optedOut = await load(plain, decided([['*', 'opted_out']]));
      expect(optedOut.found.statuses_by!.by).to.deep.equal({ by: 'input', name: null });
      expect(await mailed(optedOut.type)).to.deep.equal([]);
      const clean = 'email\nz@example.com\n';
      expect(await mailed((await load(clean, {}, 'customers_cleaned.csv')).type)).to.deep.equal([]);
      await rows(Suppression).deleteMany({});
      const named = await load(clean, decided([['cleaned', 'mailable']]), 'customers_cleaned.csv');
      expect(await mailed(named.type)).to.deep.equal(['z@example.com']);
    });

    it('holds for the column of statuses', async () => {
      const chosen = await load('email,Tier,group\na@example.com,Gold,vip\nb@example.com,unsubscribed,x\n', {
        statuses: { decisions: [], group: null, column: 'tier' },
      });
      expect(chosen.found.statuses_by!.by).to.deep.equal({ by: 'input', name: 'Tier' });
      expect(await mailed(chosen.type)).to.deep.equal([]);
      expect(chosen.found.unknown_statuses).to.deep.equal([{ word: 'Gold', rows: 1 }]);
    });
  });

  it('finds statuses when `map` leaves the column out, and when an own field has its name', async () => {
    await csv.field('status', 'text');
    const text = 'E-Mail,Status\na@example.com,Gold\nb@example.com,active\nc@example.com,unsubscribed\n';
    const own = await load(text);
    expect(own.found.columns).to.deep.equal(['email', 'status']);
    expect((await csv.contacts(own.type)).map((one) => one.custom_field['status'])).to.deep.equal([
      'Gold',
      'active',
      'unsubscribed',
    ]);
    const mapped = await load(text, { map: { email: 'E-Mail' } });
    for (const { type, found } of [own, mapped]) {
      expect(found.unknown_statuses).to.deep.equal([{ word: 'Gold', rows: 1 }]);
      expect(await mailed(type)).to.deep.equal(['b@example.com']);
    }
  });

  it('takes the strictest when column, heading and file name disagree', async () => {
    const text =
      'email,status,consent to email marketing\na@example.com,subscribed,yes\nb@example.com,pending,no\nc@example.com,cleaned,yes\n';
    const { found } = await load(text, {}, 'nonsubscribed.csv');
    expect(found.statuses).to.deep.equal({ ...noStatuses(), unconfirmed: 1, opted_out: 1, bounced: 1 });
  });

  it('counts at most fifty unknown words', async () => {
    const words = Array.from({ length: 60 }, (_, at) => `u${at}@example.com,word ${at % 55}\n`).join('');
    const { type, found } = await load(`email,status\n${words}`);
    expect(found.unknown_statuses).to.have.length(50);
    expect(found.unknown_statuses![0]).to.deep.equal({ word: 'word 0', rows: 2 });
    expect(await mailed(type)).to.deep.equal([]);
  });

  it('counts no status of a row that is refused, also for want of room', async () => {
    const { found } = await load('email,status\nno address,unsubscribed\na@example.com,unsubscribed\n');
    expect(found.statuses).to.deep.equal({ ...noStatuses(), opted_out: 1 });
  });
});
