import { expect } from 'chai';
import { Contact } from '../../../../common/models/contacts.ts';
import { EventNote } from '../../../../common/models/event-notes.ts';
import { Import } from '../../../../common/models/imports.ts';
import { Notice } from '../../../../common/models/notices.ts';
import { Counter } from '../../../../common/store/counters.ts';
import { type CsvImports, counts, startCsvImports } from '../../../support/csv-imports.ts';
import { rows } from '../../../support/rows.ts';
import { importBatches, trialRows } from '../../../support/small-steps.ts';
import { stoppingAfter } from '../../../support/stopping.ts';

const BATCH = 100;
const ROWS = 250;
const isThere = (at: number): boolean => at % 5 === 0 || at % 7 === 0;
/** Every row of the third batch that 4 divides repeats one of the first. */
const address = (at: number): string =>
  at >= 2 * BATCH && at % 4 === 0 ? `p${at - 2 * BATCH}@example.com` : `p${at}@example.com`;
const row = (at: number): string => `${address(at)},Person ${at},Köln\n`;
const all = (each: (at: number) => string): string =>
  Array.from({ length: ROWS }, (_, at) => each(at)).join('');
const earlier = `email,first_name,city\n${all((at) => (isThere(at) ? `p${at}@example.com,Person ${at},${at % 5 === 0 ? 'Bonn' : 'Köln'}\n` : ''))}`;
const file = `email,first_name,city\n${all(row)}no address,x,y\n,z,\n`;

describe('a dry run of an import', () => {
  importBatches(BATCH);
  let csv: CsvImports;

  before(async () => {
    csv = await startCsvImports('worker-import-trial');
  });
  after(() => csv.stop());

  async function audience(): Promise<number> {
    const type = await csv.type();
    await csv.load(type, earlier);
    return type;
  }

  it('counts what the import then does', async () => {
    const type = await audience();
    const tried = await csv.load(type, file, { isTrial: true });
    const done = await csv.load(type, file);
    expect(tried).to.include({ state: 'completed', percent: 100, rows_read: ROWS + 2, file_id: null });
    expect(counts(tried)).to.deep.equal(counts(done));
    expect(await csv.refusals(tried._id)).to.deep.equal(await csv.refusals(done._id));
  });

  it('shows examples by line, and the refused rows by reason', async () => {
    const { trial } = await csv.load(await audience(), file, { isTrial: true });
    expect(trial!.whole).to.equal(true);
    expect(trial!.examples.filter((one) => one.result === 'added')).to.have.length(5);
    expect(trial!.examples[0]).to.deep.equal({
      line: 3,
      result: 'added',
      fields: ['email', 'first_name', 'city'],
    });
    expect(trial!.examples.find((one) => one.result === 'updated')).to.deep.equal({
      line: 2,
      result: 'updated',
      fields: ['city'],
    });
    expect(trial!.refusals).to.deep.equal([
      {
        reason: 'The email field must be a valid email address.',
        rows: 1,
        line: ROWS + 2,
        lines: [ROWS + 2],
      },
      { reason: 'The email field is required.', rows: 1, line: ROWS + 3, lines: [ROWS + 3] },
    ]);
  });

  it('shows the first five lines of each reason', async () => {
    const bad = Array.from({ length: 7 }, (_, at) => `no address ${at}\n`).join('');
    const { trial } = await csv.load(await csv.type(), `email\n${bad}`, { isTrial: true });
    expect(trial!.refusals).to.deep.equal([
      { reason: 'The email field must be a valid email address.', rows: 7, line: 2, lines: [2, 3, 4, 5, 6] },
    ]);
  });

  it('shows lines of each status and of each unknown word', async () => {
    const words = ['active', 'unsubscribed', 'archived', 'Waiting list', '', 'bounced'];
    const lines = Array.from({ length: 24 }, (_, at) => `s${at}@example.com,${words[at % words.length]}\n`);
    const { trial } = await csv.load(await csv.type(), `email,status\n${lines.join('')}`, { isTrial: true });
    const found = Object.fromEntries(
      trial!.statuses!.map(({ status, word, lines }) => [word ?? status, lines]),
    );
    expect(found).to.deep.equal({
      mailable: [2, 8, 14],
      opted_out: [3, 9, 15],
      left_out: [4, 10, 16],
      'Waiting list': [5, 11, 17],
      '': [6, 12, 18],
      bounced: [7, 13, 19],
    });
    const plain = await csv.load(await csv.type(), 'email\na@example.com\n', { isTrial: true });
    expect(plain.trial!.statuses).to.deep.equal([]);
  });

  it('changes nothing, not even the ids to come, and tells nothing', async () => {
    const type = await audience();
    const stored = async () => [
      await rows(Contact).find().sort({ _id: 1 }).toArray(),
      await Counter.findOne({ _id: 'contacts' }),
      await rows(Notice).countDocuments(),
      await rows(EventNote).countDocuments(),
    ];
    const before = await stored();
    await csv.load(type, file, { isTrial: true });
    expect(await stored()).to.deep.equal(before);
  });

  it('begins again where a worker left it', async () => {
    const type = await audience();
    const expected = counts(await csv.load(type, file, { isTrial: true }));
    const id = await csv.upload(type, file, { isTrial: true });
    const left = await csv.run(id, stoppingAfter(2));
    expect(left.state).to.equal('waiting');
    // A killed worker leaves this state.
    await rows(Import).updateOne(
      { _id: id },
      { $set: { state: 'running', lease_until: new Date(0), rows_read: BATCH, rows_added: BATCH } },
    );
    const found = await csv.run(id);
    expect(found).to.include({ state: 'completed', rows_read: ROWS + 2 });
    expect(counts(found)).to.deep.equal(expected);
    expect(await csv.refusals(id)).to.have.length(2);
  });

  describe('of a long file', () => {
    trialRows(3 * BATCH);

    it('looks at the first rows', async () => {
      const long = `email\n${Array.from({ length: 4.5 * BATCH }, (_, at) => `l${at}@example.com\n`).join('')}`;
      const found = await csv.load(await csv.type(), long, { isTrial: true });
      const rows_read = 3 * BATCH;
      expect(found).to.include({ state: 'completed', rows_read, rows_added: rows_read, percent: 100 });
      expect(found.trial!.whole).to.equal(false);
    });
  });

  it('reads the columns that a person chose', async () => {
    const type = await csv.type();
    const chosen = { map: { email: 'E-Mail-Adresse', first_name: 'Vorname' } };
    const text = 'Vorname;E-Mail-Adresse;City\nAda;ada@example.com;London\n';
    const found = await csv.load(type, text, chosen);
    expect(counts(found)).to.deep.equal([1, 0, 0, 0]);
    expect(found.skipped_columns).to.deep.equal(['City']);
    const [ada] = await csv.contacts(type);
    expect(ada).to.include({ first_name: 'Ada', email: 'ada@example.com', city: '' });
  });
});
