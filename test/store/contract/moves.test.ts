import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { createLogger } from '../../../common/log.ts';
import { Account } from '../../../common/models/accounts.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { CustomField } from '../../../common/models/custom-fields.ts';
import { Import } from '../../../common/models/imports.ts';
import { MoveRows } from '../../../common/models/move-rows.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { noStatuses } from '../../../shared/statuses/statuses.ts';
import { eraseOnce } from '../../../worker/lifecycle/erasure/pass.ts';
import { applyRetention } from '../../../worker/lifecycle/retention/apply.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { workbook, zipped } from '../../support/archives.ts';
import { contactBook } from '../../support/contact-book.ts';
import { type MoveFiles, runMoves, uploadMove } from '../../support/moves.ts';
import { rows } from '../../support/rows.ts';
import { importBatches } from '../../support/small-steps.ts';
import { neverStopping } from '../../support/stopping.ts';

const file = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/statuses/${name}`, import.meta.url));
const MAILCHIMP = [
  'subscribed_email_audience_export_4f27b0.csv',
  'unsubscribed_email_audience_export_4f27b0.csv',
  'cleaned_email_audience_export_4f27b0.csv',
];
const mailchimp = (): MoveFiles => Object.fromEntries(MAILCHIMP.map((name) => [name, file(name)]));
const DAY_MS = 24 * 3600_000;

describe('the API of moves', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-moves');
  });
  after(() => api.stop());
  beforeEach(async () => {
    client = await api.account();
  });

  const ok = ({ status, body }: Answer) => {
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const details = async (id: number) => ok(await client.get(`/moves/details?id=${id}`)).message.move;
  const receipt = async (id: number) => ok(await client.get(`/moves/receipt?id=${id}`)).message.receipt;
  const apply = (id: number, given: Record<string, unknown> | FormData = {}) =>
    client.post(`/moves/apply?id=${id}`, given);
  const undo = (id: number) => client.post(`/moves/undo?id=${id}`);
  const run = () => runMoves(api.config, client.user_id);
  const contacts = () =>
    rows(Contact).find({ user_id: client.user_id, deleted_at: null }).sort({ email_norm: 1 }).toArray();
  const addresses = async () => (await contacts()).map(({ email }) => email);

  async function plan(files: MoveFiles, more: Readonly<Record<string, string>> = {}): Promise<number> {
    const { id } = ok(await uploadMove(client, files, more));
    await run();
    return id;
  }

  async function moved(files: MoveFiles, decisions: Record<string, unknown> = {}): Promise<number> {
    const id = await plan(files);
    ok(await apply(id, decisions));
    await run();
    return id;
  }

  it('plans an archive, stores no contact, and says what is in each file', async () => {
    const answer = ok(await uploadMove(client, { 'audience.zip': await zipped(mailchimp()) }));
    expect(answer).to.have.all.keys('status', 'message', 'id');
    expect((await details(answer.id)).state).to.equal('reading');
    await run();
    const found = await details(answer.id);
    expect(found).to.deep.include({
      state: 'planned',
      tool: 'mailchimp',
      failure: null,
      applied_at: null,
      undo: null,
    });
    expect(found.total).to.deep.equal({
      ...noStatuses(),
      rows: 12,
      mailable: 4,
      opted_out: 4,
      bounced: 4,
      refused: 0,
      duplicates: 0,
    });
    expect(
      found.files.map((one: { name: string; kind: string; rows: number; tool: string }) => [
        one.name,
        one.kind,
        one.tool,
        one.rows,
      ]),
    ).to.deep.equal(MAILCHIMP.map((name) => [name, 'contacts', 'mailchimp', 4]));
    expect(found.files[0].status_by).to.deep.equal({ by: 'file_name', name: 'subscribed' });
    expect(found.files[0].fields).to.deep.include.members([
      { column: 'Email Address', field: 'email', new_field: null },
      { column: 'Phone Number', field: null, new_field: { name: 'Phone_Number', type: 'text' } },
      { column: 'MEMBER_RATING', field: null, new_field: { name: 'MEMBER_RATING', type: 'number' } },
    ]);
    expect(await contacts()).to.deep.equal([]);
    expect(await rows(ContactType).countDocuments({ user_id: client.user_id })).to.equal(0);
    expect(await rows(Suppression).countDocuments({ user_id: client.user_id })).to.equal(0);
  });

  it('moves several files of a form into a new contact type, with a receipt that adds up', async () => {
    const id = await moved(mailchimp());
    const { total, state, files } = await receipt(id);
    expect([state, total]).to.deep.equal([
      'applied',
      { ...noStatuses(), rows: 12, mailable: 4, opted_out: 4, bounced: 4, refused: 0 },
    ]);
    const types = await rows(ContactType).find({ user_id: client.user_id }).toArray();
    expect(types.map(({ name }) => name)).to.deep.equal([(await details(id)).new_contact_type]);
    expect(types[0]!.name).to.match(/^Mailchimp \d{4}-\d\d-\d\d$/);
    expect(files.map((one: { contact_type_id: number }) => one.contact_type_id)).to.deep.equal(
      Array(3).fill(types[0]!._id),
    );
    expect(await contacts()).to.have.length(12);
    const { body, headers } = await client.get(`/moves/receipt/download?id=${id}`);
    expect(headers.get('content-type')).to.contain('text/csv');
    expect(body.replaceAll('"', '').trimEnd().split('\r\n')).to.deep.equal([
      'file,rows,mailable,left_out,unconfirmed,bounced,opted_out,complained,refused',
      `${MAILCHIMP[0]},4,4,0,0,0,0,0,0`,
      `${MAILCHIMP[1]},4,0,0,0,0,4,0,0`,
      `${MAILCHIMP[2]},4,0,0,0,4,0,0,0`,
      'total,12,4,0,0,4,4,0,0',
    ]);
  });

  it('lists the rows behind each count, page by page and as CSV', async () => {
    const id = await moved(
      {
        'people.csv': [
          'email,first_name,status',
          'ann@example.com,Ann,subscribed',
          'Bob <bob@example.com>,Bob,unsubscribed',
          'cyd@example.com,Cyd,bounced',
          'dan@example.com,Dan,spam',
          'eve@example.com,Eve,pending',
          'fay@example.com,Fay,archived',
          'guy@example.com,Guy,Waiting list',
          'nobody,Hal,subscribed',
          'ANN@example.com,Anna,subscribed',
          '',
        ].join('\n'),
        'suppression_bounces.csv': 'email,created\nivy@example.com,1751328000\njoe@example.com,1751328000\n',
        'more.csv': 'email,first_name,status\nspam@gmial.com,Kim,active\nliv@example.com,Liv,active\n',
      },
      { files: [{}, {}, { leave_out: ['typo'] }] },
    );
    const { total, files } = await receipt(id);
    const [people, bounces, more] = files.map((one: { import_id: number }) => one.import_id);
    const expected = {
      mailable: [
        [people, 2, 'ann@example.com'],
        [people, 10, 'ANN@example.com'],
        [more, 3, 'liv@example.com'],
      ],
      opted_out: [[people, 3, 'bob@example.com']],
      bounced: [
        [people, 4, 'cyd@example.com'],
        [bounces, 2, 'ivy@example.com'],
        [bounces, 3, 'joe@example.com'],
      ],
      complained: [[people, 5, 'dan@example.com']],
      unconfirmed: [
        [people, 6, 'eve@example.com'],
        [people, 8, 'guy@example.com'],
      ],
      left_out: [
        [people, 7, 'fay@example.com'],
        [more, 2, 'spam@gmial.com'],
      ],
      refused: [[people, 9, 'nobody']],
    };
    type Row = {
      import_id: number;
      line: number;
      email: string;
      status: string;
      file: string;
      reason: string | null;
    };
    const listed = async (status: string, limit: number, query = ''): Promise<Row[]> => {
      const seen: Row[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const path = `/moves/receipt/rows?id=${id}&status=${status}&limit=${limit}&after_id=${after}${query}`;
        const body = ok(await client.get(path));
        expect(body.message.rows).to.have.length.at.most(limit);
        seen.push(...body.message.rows);
        after = body.next_after_id;
      }
      return seen;
    };
    const places = (found: readonly Row[]) =>
      found.map(({ import_id, line, email }) => [import_id, line, email]);
    for (const [status, wanted] of Object.entries(expected)) {
      expect(total[status], status).to.equal(wanted.length);
      for (const limit of [1, 2, 100])
        expect(places(await listed(status, limit)), `${status} ${limit}`).to.deep.equal(wanted);
      const { rows: all } = ok(await client.get(`/moves/receipt/rows?id=${id}&status=${status}`)).message;
      expect(places(all), status).to.deep.equal(wanted);
      for (const [at, one] of files.entries())
        expect(await listed(status, 2, `&position=${at}`), `${status} of ${one.name}`).to.have.length(
          one[status],
        );
      const { body, headers } = await client.get(`/moves/receipt/download?id=${id}&status=${status}`);
      expect(headers.get('content-disposition')).to.contain(`move-${id}-${status}.csv`);
      const [header, ...lines] = String(body).replaceAll('"', '').trimEnd().split('\r\n');
      expect(header).to.equal('email,status,file,line,reason');
      expect(lines.map((line) => line.split(',').slice(0, 4).join())).to.deep.equal(
        all.map((row: Row) => [row.email, status, row.file, row.line].join()),
      );
    }
    expect((await listed('refused', 9))[0]).to.deep.include({
      status: 'refused',
      file: 'people.csv',
      reason: 'The email field must be a valid email address.',
    });
  });

  it('lists no rows of another outcome, of other moves and of a move that is not applied', async () => {
    const id = await plan({ 'a.csv': 'email,first_name\na@example.com,Ann\n' });
    const path = (of: number) => `/moves/receipt/rows?id=${of}&status=mailable`;
    expect([(await client.get(path(id))).status, (await client.get(path(0))).status]).to.deep.equal([
      409, 404,
    ]);
    ok(await apply(id));
    expect(ok(await client.get(path(id))).message.rows).to.deep.equal([]);
    await run();
    expect(ok(await client.get(path(id))).message.rows).to.have.length(1);
    expect(ok(await client.get(`${path(id)}&position=1`)).message.rows).to.deep.equal([]);
    const other = await api.account();
    expect((await other.get(path(id))).status).to.equal(404);
    for (const [query, key] of [
      ['', 'status'],
      ['&status=friends', 'status'],
      ['&status=mailable&position=50', 'position'],
    ]) {
      const { status, body } = await client.get(`/moves/receipt/rows?id=${id}${query}`);
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, [key]]);
    }
    expect((await client.get(`/moves/receipt/download?id=${id}&status=friends`)).status).to.equal(422);
  });

  it('lists rows beyond the quota of contacts as refused', async () => {
    await Account.updateOne({ _id: client.user_id }, { $set: { quotas: { contacts: 2 } } });
    const people = ['a', 'b', 'c'].map((name) => `${name}@example.com,${name}`);
    const id = await moved({ 'a.csv': `email,first_name\n${people.join('\n')}\n` });
    expect((await receipt(id)).total).to.include({ rows: 3, mailable: 2, refused: 1 });
    const list = async (status: string) =>
      ok(await client.get(`/moves/receipt/rows?id=${id}&status=${status}`)).message.rows;
    expect((await list('mailable')).map(({ line }: { line: number }) => line)).to.deep.equal([2, 3]);
    expect(await list('refused')).to.have.length(1);
    expect((await list('refused'))[0]).to.include({ line: 4, email: 'c@example.com' });
  });

  describe('of files of several batches', () => {
    importBatches(100);

    it('lists them completely', async () => {
      const people = Array.from(
        { length: 350 },
        (_, at) => `p${at}@example.com,P,${at % 7 === 0 ? 'pending' : 'active'}`,
      );
      const id = await moved({ 'large.csv': `email,first_name,status\n${people.join('\n')}\n` });
      for (const status of ['mailable', 'unconfirmed']) {
        const all: string[] = [];
        for (let after: number | null = 0; after !== null; ) {
          const body = ok(
            await client.get(`/moves/receipt/rows?id=${id}&status=${status}&limit=70&after_id=${after}`),
          );
          all.push(...body.message.rows.map((row: { email: string }) => row.email));
          after = body.next_after_id;
        }
        const wanted = people.flatMap((line) => {
          const [email, , word] = line.split(',');
          return (word === 'active') === (status === 'mailable') ? [email!] : [];
        });
        expect(all).to.deep.equal(wanted);
      }
    });
  });

  it('erases people from its lists, and deletes the lists with the retention', async () => {
    const id = await moved({
      'a.csv': 'email,status\nann@example.com,subscribed\nbob@example.com,archived\nbad,x\n',
    });
    await eraseOnce(
      client.user_id,
      new Map([['bob@example.com', { erased: 'x@erased.invalid', before: new Date() }]]),
      { ring: async () => {}, isOver: () => false },
    );
    const list = async (status: string) =>
      ok(await client.get(`/moves/receipt/rows?id=${id}&status=${status}`)).message.rows;
    expect(
      (await list('left_out')).map((row: { email: unknown; line: number }) => [row.email, row.line]),
    ).to.deep.equal([[null, 3]]);
    expect(await list('mailable')).to.have.length(1);
    const old = new Date(Date.now() - (api.config.retentionDays + 1) * DAY_MS);
    await rows(Import).updateMany({ move_id: id }, { $set: { finished_at: old } });
    const worker = { config: api.config, log: createLogger('worker', 'silent'), stopping: neverStopping() };
    await applyRetention(worker);
    expect(await rows(MoveRows).countDocuments({ user_id: client.user_id })).to.equal(0);
    const gone = [409, 'The rows of the move were deleted', 'move_rows_deleted'];
    for (const path of [`rows?id=${id}&status=mailable`, `download?id=${id}&status=mailable`]) {
      const { status, body, code } = await client.get(`/moves/receipt/${path}`);
      expect([status, body.errors, code]).to.deep.equal(gone);
    }
    expect((await receipt(id)).total).to.include({ rows: 3, mailable: 1, left_out: 1, refused: 1 });
    expect((await client.get(`/moves/receipt/download?id=${id}`)).status).to.equal(200);
  });

  it('lists moves, newest first, in pages', async () => {
    const first = await moved({ 'a.csv': 'email,status\na@example.com,active\n' });
    const second = await plan({
      'subscribed.csv': 'email,first_name\nb@example.com,Bea\nc@example.com,Cyd\n',
    });
    const third = ok(await uploadMove(client, { 'c.csv': 'email\nd@example.com\n' })).id;
    const list = async (query = '') => ok(await client.get(`/moves${query}`)).message.moves;
    const all = await list();
    expect(
      all.map((one: { id: number; state: string; file_names: string[]; total: { rows: number } }) => [
        one.id,
        one.state,
        one.file_names,
        one.total.rows,
      ]),
    ).to.deep.equal([
      [third, 'reading', ['c.csv'], 0],
      [second, 'planned', ['subscribed.csv'], 2],
      [first, 'applied', ['a.csv'], 1],
    ]);
    const {
      files: _,
      not_moved: __,
      not_moved_count: ___,
      new_contact_type: ____,
      total,
      ...told
    } = await details(first);
    const { duplicates: _____, ...counted } = total;
    expect(all[2]).to.deep.equal({ ...told, file_names: ['a.csv'], total: counted });
    expect((await list(`?limit=1&before_id=${third}`)).map(({ id }: { id: number }) => id)).to.deep.equal([
      second,
    ]);
    expect((await client.get('/moves?limit=101')).status).to.equal(422);
    expect(ok(await (await api.account()).get('/moves')).message.moves).to.deep.equal([]);
  });

  it('names files of an archive and sheets of a workbook that are not moved, with the reason', async () => {
    const people = [
      [{ text: 'email' }, { text: 'first_name' }],
      [{ text: 'a@example.com' }, { text: 'Ada' }],
    ];
    const book = await workbook({ People: people, 'Q&A <1>': people, Notes: [] });
    const archive = await zipped({
      'lists/people.csv': 'email,first_name\nb@example.com,Bea\n',
      'lists/readme.html': '<p>',
      'media/ada@example.com.png': 'x',
      '__MACOSX/._people.csv': 'x',
      'lists/.DS_Store': 'x',
    });
    const id = await plan({ 'export.zip': archive, 'book.xlsx': book });
    const { not_moved, not_moved_count, files } = await details(id);
    expect(files.map(({ name }: { name: string }) => name)).to.deep.equal(['people.csv', 'book.xlsx']);
    expect(not_moved_count).to.equal(4);
    expect(not_moved.map(({ name, code }: { name: string; code: string }) => [name, code])).to.deep.equal([
      ['lists/readme.html', 'no_table'],
      ['media/ada at example.com.png', 'no_table'],
      ['book.xlsx: Q&A <1>', 'other_sheet'],
      ['book.xlsx: Notes', 'other_sheet'],
    ]);
    for (const { text } of not_moved) expect(text).to.match(/\.$/);
    const many = Object.fromEntries(
      Array.from({ length: 70 }, (_, at) => [`${'x'.repeat(300)}${at}.json`, '{}']),
    );
    const large = await details(
      await plan({ 'many.zip': await zipped({ 'a.csv': 'email\na@example.com\n', ...many }) }),
    );
    expect([large.not_moved.length, large.not_moved_count]).to.deep.equal([50, 70]);
    expect(large.not_moved[0].name).to.have.length(255);
    expect(await details(await plan({ 'a.csv': 'email\na@example.com\n' }))).to.deep.include({
      not_moved: [],
      not_moved_count: 0,
    });
  });

  it('takes decisions by file, as a form and as JSON', async () => {
    const type = await contactBook(client).addType('People');
    const files = {
      'a.csv':
        'email,first_name,status,Size\na@example.com,Ada,Waiting list,38\nb@example.com,Bea,subscribed,39\n',
      'b.csv': 'email,first_name\nc@example.com,Cyd\n',
    };
    const form = new FormData();
    for (const [key, value] of Object.entries({
      'files[0][statuses][Waiting list]': 'mailable',
      'files[0][new_fields][Size]': 'number',
      'files[0][contact_type_id]': String(type),
      'files[1][contact_type_id]': String(type),
      'files[1][statuses][*]': 'unconfirmed',
    }))
      form.append(key, value);
    const id = await plan(files);
    expect((await details(id)).files[0].unknown_statuses).to.deep.equal([{ word: 'Waiting list', rows: 1 }]);
    ok(await apply(id, form));
    await run();
    const { total } = await receipt(id);
    expect(total).to.deep.equal({ ...noStatuses(), rows: 3, mailable: 2, unconfirmed: 1, refused: 0 });
    expect(
      (await contacts()).map((one) => [one.contact_type_id, one.custom_field?.['Size'] ?? null]),
    ).to.deep.equal([
      [type, '38'],
      [type, '39'],
      [type, null],
    ]);
    const again = await plan(files);
    ok(
      await apply(again, {
        contact_type_id: type,
        files: [{ existing: 'skip' }, { statuses: { '*': 'left_out' } }],
      }),
    );
    await run();
    expect((await receipt(again)).total).to.deep.include({
      rows: 3,
      mailable: 1,
      unconfirmed: 1,
      left_out: 1,
    });
    expect(await rows(ContactType).countDocuments({ user_id: client.user_id })).to.equal(1);
  });

  it('moves lists of addresses that get no mail without making contacts of them', async () => {
    const id = await moved({
      'sendgrid-contacts.csv': file('sendgrid-contacts.csv'),
      'suppression_bounces.csv': file('suppression_bounces.csv'),
      'suppression_unsubscribes.csv': file('suppression_unsubscribes.csv'),
    });
    const found = await receipt(id);
    expect(found.tool).to.equal('sendgrid');
    expect(found.total).to.deep.equal({
      ...noStatuses(),
      rows: 12,
      mailable: 4,
      opted_out: 4,
      bounced: 4,
      refused: 0,
    });
    expect(found.files.map((one: { kind: string }) => one.kind)).to.deep.equal([
      'contacts',
      'suppressions',
      'suppressions',
    ]);
    expect(await contacts()).to.have.length(4);
    expect(await rows(Suppression).countDocuments({ user_id: client.user_id })).to.equal(8);
    const type = await contactBook(client).addType('People');
    const other = await moved(
      { 'suppression_bounces.csv': file('suppression_bounces.csv') },
      { contact_type_id: type },
    );
    expect((await receipt(other)).total).to.deep.include({ rows: 4, bounced: 4 });
    expect(await rows(Contact).countDocuments({ contact_type_id: type })).to.equal(4);
  });

  it('counts people who are in several files, and keeps their strictest status', async () => {
    const id = await plan({
      'subscribed.csv': 'email,first_name\na@example.com,Ada\nb@example.com,Bea\nb@example.com,Bea\n',
      'unsubscribed.csv': 'email,first_name\nB@example.com,Bea\n',
    });
    const { total } = await details(id);
    expect(total).to.deep.include({ rows: 4, mailable: 3, opted_out: 1, duplicates: 2 });
    ok(await apply(id));
    await run();
    const out = (await client.get('/global-unsubscribes')).body.message.unSubscribers;
    expect(out.map((one: { email_address: string }) => one.email_address)).to.deep.equal(['B@example.com']);
  });

  it('has files that cannot be read in the plan, with the reason, and moves the others', async () => {
    const archive = await zipped({
      'people.csv': 'email\na@example.com\n',
      'campaigns.csv': 'Title,Sent by\nMay,me@example.com\n',
    });
    const id = await plan({ 'export.zip': archive });
    const [, other] = (await details(id)).files;
    expect(other).to.deep.include({ name: 'campaigns.csv', kind: 'unreadable', rows: 0, trial_id: null });
    expect(other.problems[0].code).to.equal('unreadable');
    expect(other.problems[0].text).to.contain('must have an email column. Columns found: "Title"');
    expect(JSON.stringify(other)).not.to.contain('@');
    ok(await apply(id));
    await run();
    expect((await receipt(id)).files.map((one: { name: string }) => one.name)).to.deep.equal(['people.csv']);
    expect(await addresses()).to.deep.equal(['a@example.com']);
  });

  it('refuses wrong files, and stores nothing', async () => {
    const errors = async (files: MoveFiles, more = {}) => {
      const { status, body } = await uploadMove(client, files, more);
      expect(status, JSON.stringify(body)).to.equal(422);
      return body.errors;
    };
    expect(await errors({})).to.deep.equal({ file: ['The file field is required.'] });
    expect(await errors({ 'a.pdf': 'email\n' })).to.deep.equal({
      file: ['The file field must be a file of type: csv, tsv, txt, gz, zip, xlsx.'],
    });
    expect(await errors({ 'a.csv': 'Name\nAda\n' })).to.deep.equal({
      file: ['The file field must have an email column.'],
    });
    expect(await errors({ 'a.csv': 'Name\nAda\n', 'b.csv': 'City\nUlm\n' })).to.deep.equal({
      file: ['The file field must have an email column.'],
    });
    expect(await errors({ 'a.zip': await zipped({ 'a.json': '[]' }) })).to.have.key('file');
    expect(await errors({ 'a.csv': 'email\n' }, { tool: 'mailjet' })).to.deep.equal({
      tool: ['The selected tool is invalid.'],
    });
    expect((await client.post('/moves', { file: 'email' })).status).to.equal(422);
    expect(await rows(Import).countDocuments({ user_id: client.user_id })).to.equal(0);
  });

  it('refuses wrong decisions by file and input, and stays planned', async () => {
    const id = await plan({ 'a.csv': 'email,Size\na@example.com,38\n', 'b.csv': 'email\nb@example.com\n' });
    const errors = async (given: Record<string, unknown>) => {
      const { status, body } = await apply(id, given);
      expect(status, JSON.stringify(body)).to.equal(422);
      return body.errors;
    };
    const foreign = await contactBook(await api.account()).addType('Foreign');
    expect(await errors({ contact_type_id: foreign })).to.deep.equal({
      contact_type_id: ['The selected contact type id is invalid.'],
    });
    expect(await errors({ files: [{}, { contact_type_id: foreign }] })).to.deep.equal({
      files: ['files.1: The selected contact type id is invalid.'],
    });
    expect(await errors({ files: [{ statuses: { x: 'friend' } }] })).to.deep.equal({
      files: ['files.0: The selected statuses x is invalid.'],
    });
    expect(await errors({ files: [{ map: { email: 'Mail' } }] })).to.deep.equal({
      files: ['files.0: The file field must have an email column.'],
    });
    expect(await errors({ files: [{ nonsense: 1 }] })).to.deep.equal({
      files: ['files.0: The nonsense field format is invalid.'],
    });
    expect(await errors({ files: [{}, {}, { existing: 'skip' }] })).to.deep.equal({
      files: ['The selected files 2 is invalid.'],
    });
    expect(await errors({ files: 'all' })).to.deep.equal({ files: ['The files field format is invalid.'] });
    expect(await errors({ files: [{ opt_out_group: 4711 }] })).to.deep.equal({
      files: ['files.0: The selected opt out group is invalid.'],
    });
    expect((await details(id)).state).to.equal('planned');
    expect(await rows(CustomField).countDocuments({ user_id: client.user_id })).to.equal(0);
    expect(
      await rows(Import).countDocuments({ user_id: client.user_id, dry_run: { $exists: false } }),
    ).to.equal(0);
  });

  it('answers 404 for moves of others, and 409 for steps out of order', async () => {
    const other = await api.account();
    const { id: foreign } = ok(await uploadMove(other, { 'a.csv': 'email\na@example.com\n' }));
    for (const id of [foreign, 0, 'x'])
      for (const answer of [
        await client.get(`/moves/details?id=${id}`),
        await client.get(`/moves/receipt?id=${id}`),
        await client.get(`/moves/receipt/rows?id=${id}&status=mailable`),
        await client.get(`/moves/receipt/download?id=${id}`),
        await apply(id as number),
        await undo(id as number),
      ])
        expect([answer.status, answer.body.errors]).to.deep.equal([404, 'Record Not Found']);
    const conflict = ({ status, body }: Answer) => {
      expect(status).to.equal(409);
      return body.errors;
    };
    const { id } = ok(await uploadMove(client, { 'a.csv': 'email\na@example.com\n' }));
    expect(conflict(await apply(id))).to.equal('The files are still being read');
    const unapplied = 'Move has not been applied yet';
    expect(conflict(await undo(id))).to.equal(unapplied);
    expect(conflict(await client.get(`/moves/receipt?id=${id}`))).to.equal(unapplied);
    await run();
    ok(await apply(id));
    expect(conflict(await apply(id))).to.equal('Move has been applied already');
    expect((await details(id)).state).to.equal('applying');
    expect(conflict(await undo(id))).to.equal('Move has not ended yet');
    await run();
    ok(await undo(id));
    ok(await undo(id));
    await run();
    ok(await undo(id));
    expect((await details(id)).state).to.equal('undone');
    expect(conflict(await apply(id))).to.equal('Move has been applied already');
    const late = await moved({ 'a.csv': 'email\na@example.com\n' });
    await rows(Import).updateMany(
      { move_id: late },
      { $set: { finished_at: new Date(Date.now() - 31 * DAY_MS) } },
    );
    expect(conflict(await undo(late))).to.equal('Move can no longer be undone');
  });

  it('applies a move once when two calls apply it at once', async () => {
    const id = await plan({ 'a.csv': 'email\na@example.com\n', 'b.csv': 'email\nb@example.com\n' });
    const answers = await Promise.all([apply(id), apply(id), apply(id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 409, 409]);
    await run();
    expect((await receipt(id)).total.rows).to.equal(2);
    expect(
      await rows(Import).countDocuments({ user_id: client.user_id, dry_run: { $exists: false } }),
    ).to.equal(2);
    expect(await rows(ContactType).countDocuments({ user_id: client.user_id })).to.equal(1);
  });

  it('undoes what all its files did, and neither older contacts nor any opt-out', async () => {
    const type = await contactBook(client).addType('People');
    ok(
      await client.post('/contacts/add', {
        contact_type_id: type,
        email: 'old@example.com',
        first_name: 'Ada',
        last_name: 'L',
        country: 1,
      }),
    );
    ok(await client.post('/global-unsubscribes/save', { email_address: 'gone@example.com' }));
    const id = await moved(
      {
        'a.csv': 'email,first_name\nold@example.com,Other\nnew@example.com,New\ngone@example.com,Gone\n',
        'b.csv': 'email,first_name,city\nnew@example.com,Newer,Ulm\nold@example.com,Third,Ulm\n',
        'unsubscribed.csv': 'email,first_name\nout@example.com,Out\ngone@example.com,Gone\n',
      },
      { contact_type_id: type },
    );
    expect(await addresses()).to.have.members([
      'old@example.com',
      'new@example.com',
      'gone@example.com',
      'out@example.com',
    ]);
    ok(await undo(id));
    await run();
    const found = await details(id);
    expect(found.state).to.equal('undone');
    expect(found.undo).to.deep.include({ contacts_kept: 0, contacts_gone: 0, opt_outs_kept: 1 });
    expect((await contacts()).map(({ email, first_name, city }) => [email, first_name, city])).to.deep.equal([
      ['old@example.com', 'Ada', ''],
    ]);
    const out = (await client.get('/global-unsubscribes')).body.message.unSubscribers;
    expect(out.map((one: { email_address: string }) => one.email_address)).to.have.members([
      'gone@example.com',
      'out@example.com',
    ]);
  });

  it('never lifts an opt-out', async () => {
    ok(await client.post('/global-unsubscribes/save', { email_address: 'a@example.com' }));
    await moved({ 'subscribed.csv': 'email,first_name\na@example.com,Ada\n' });
    const out = (await client.get('/global-unsubscribes')).body.message.unSubscribers;
    expect(out).to.have.length(1);
  });

  it('deletes the files of a move that is not applied within seven days', async () => {
    const id = await plan({ 'a.csv': 'email\na@example.com\n' });
    const fresh = await plan({ 'a.csv': 'email\na@example.com\n' });
    await rows(Import).updateMany(
      { move_id: id },
      { $set: { finished_at: new Date(Date.now() - 8 * DAY_MS) } },
    );
    await applyRetention({
      config: api.config,
      log: createLogger('worker', 'silent'),
      stopping: neverStopping(),
    });
    expect(await details(id)).to.deep.include({ state: 'failed', expires_at: null });
    const { status, body } = await apply(id);
    expect([status, body.errors]).to.deep.equal([409, 'The files of the move were deleted']);
    expect((await details(fresh)).state).to.equal('planned');
  });

  it('erases people from the files that it keeps', async () => {
    const id = await plan({ 'a.csv': 'email,first_name\nann@example.com,Ann\nbob@example.com,Bob\n' });
    ok(await client.post('/contacts/erase', { email: 'ann@example.com' }));
    ok(await apply(id));
    await run();
    expect(await addresses()).to.deep.equal(['bob@example.com']);
    expect((await receipt(id)).total).to.deep.include({ rows: 2, mailable: 1, refused: 1 });
  });
});
