import { expect } from 'chai';
import { createLogger } from '../../../common/log.ts';
import { ImportRefusal } from '../../../common/models/import-refusals.ts';
import { Import } from '../../../common/models/imports.ts';
import { noStatuses } from '../../../shared/statuses/statuses.ts';
import undoImport from '../../../worker/lifecycle/jobs/undo-import.ts';
import { RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { fixture } from '../../support/csv-imports.ts';
import { perform } from '../../support/job-payloads.ts';
import { withoutHints, withoutNames } from '../../support/made.ts';
import { rows } from '../../support/rows.ts';
import { runImport } from '../../support/run-import.ts';
import { neverStopping } from '../../support/stopping.ts';

const NOT_CSV = 'The file field must be a file of type: csv.';
const NO_EMAIL = 'The file field must have an email column.';

describe('the API of imports', () => {
  let api: Api;
  let client: Client;
  let typeId: number;

  before(async () => {
    api = await startApi('contract-imports', { LIMIT_CSV_BYTES: String(4 * 2 ** 20) });
    client = await api.account();
    typeId = await contactBook(client).addType('Customers');
  });
  after(() => api.stop());

  function upload(
    file: Buffer | string | null,
    name = 'list.csv',
    type: number | string | null = typeId,
    by = client,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const form = new FormData();
    for (const [key, value] of Object.entries(more)) form.set(key, value);
    if (type !== null) form.set('contact_type_id', String(type));
    if (file !== null)
      form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
    return by.post('/contacts/upload-csv', form);
  }

  const list = async (by = client) => (await by.get('/contacts/imports')).body.message.imports;

  /** Runs the last import as a worker does. */
  async function work(by = client): Promise<number> {
    const { id } = (await list(by)).at(-1);
    await runImport(api.config, id);
    return id;
  }

  describe('given an acceptable file', () => {
    let owner: Client;
    let type: number;
    // oxlint-disable-next-line typescript/no-explicit-any -- The fields of an answer.
    let waiting: any;

    beforeEach(async () => {
      owner = await api.account();
      type = await contactBook(owner).addType('People');
      expect(withoutNames(await upload(fixture('bad-rows'), 'people.CSV', type, owner))).to.deep.include({
        status: 200,
        body: {
          status: 'success',
          message: 'Imported Successfully',
          encoding: 'utf-8',
          encoding_by: 'content',
          encoding_certain: true,
        },
      });
      [waiting] = await list(owner);
    });

    it('takes kinds of doubtful addresses to leave out, and no other words', async () => {
      const given = (leave_out: string) =>
        upload(fixture('semicolon'), 'people.csv', type, owner, { 'leave_out[]': leave_out });
      expect((await given('role')).status).to.equal(200);
      expect((await list(owner)).at(-1)).to.deep.include({ leave_out: ['role'] });
      expect((await given('spam')).body.errors).to.deep.equal({
        leave_out: ['The selected leave out is invalid.'],
      });
    });

    it('lists the import while it waits', () => {
      expect(waiting).to.deep.equal({
        id: waiting.id,
        user_id: owner.user_id,
        contact_type_id: type,
        file_name: 'people.CSV',
        file_bytes: fixture('bad-rows').length,
        encoding: 'utf-8',
        encoding_by: 'content',
        encoding_certain: true,
        state: 'waiting',
        failure: null,
        percent: 0,
        rows_read: 0,
        rows_added: 0,
        rows_updated: 0,
        rows_unchanged: 0,
        rows_refused: 0,
        rows_partial: 0,
        statuses: noStatuses(),
        status_by: null,
        unknown_statuses: [],
        hygiene: null,
        hygiene_examples: { typo: [], role: [], disposable: [], no_mail_domain: [], undeliverable: [] },
        leave_out: [],
        skipped_columns: [],
        date_orders: [],
        dry_run: false,
        trial: null,
        undoable_until: null,
        undo: null,
        finished_at: null,
        created_at: waiting.created_at,
        updated_at: waiting.created_at,
      });
      expect(waiting.created_at).to.match(TIMESTAMP);
    });

    it('shows the details with the counts when the import is completed', async () => {
      const id = await work(owner);
      const { body } = await owner.get(`/contacts/imports/details?id=${id}`);
      const found = body.message.import;
      expect(body).to.deep.equal({
        status: 'success',
        message: {
          import: {
            ...waiting,
            state: 'completed',
            percent: 100,
            rows_read: 7,
            rows_added: 3,
            rows_refused: 4,
            rows_partial: 1,
            statuses: { ...noStatuses(), mailable: 3 },
            hygiene: { typo: 0, role: 0, disposable: 0, no_mail_domain: null, undeliverable: null },
            undoable_until: found.undoable_until,
            finished_at: found.finished_at,
            updated_at: found.updated_at,
          },
        },
      });
      expect(found.finished_at).to.match(TIMESTAMP);
    });

    it('adds the contacts', async () => {
      await work(owner);
      const contacts = await contactBook(owner).list();
      expect(
        contacts.map((contact: { email: string; country: string }) => [contact.email, contact.country]),
      ).to.deep.equal([
        ['ann@example.com', 'Germany'],
        ['bob@example.com', ''],
        ['dan@example.com', 'France'],
      ]);
    });
  });

  it('reports refused rows as CSV without formulas', async () => {
    await upload(fixture('bad-rows'));
    const report = await client.get(`/contacts/imports/errors?id=${await work()}`);
    expect(report.status).to.equal(200);
    expect(report.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(report.headers.get('content-disposition')).to.match(
      /^attachment; filename="import-\d+-errors\.csv"$/,
    );
    expect(report.body).to.equal(
      [
        '"line","reason","email","first_name","country"',
        '"3","The email field must be a valid email address.","not an address","X",""',
        '"4","The email field is required.","","Nobody",""',
        '"6","The row has 5 cells, the header 3.","cid@example.com","Cid","DE","one","more"',
        `"8","The email field must be a valid email address.","'=1+1","Eve",""`,
        '',
      ].join('\r\n'),
    );
  });

  it('reports cells without which rows were imported', async () => {
    await upload(fixture('bad-rows'));
    const report = await client.get(`/contacts/imports/partial?id=${await work()}`);
    expect(report.headers.get('content-disposition')).to.match(
      /^attachment; filename="import-\d+-partial\.csv"$/,
    );
    expect(report.body).to.equal(
      '"line","field","reason","cell"\r\n"5","country","The selected country is invalid.","Atlantis"\r\n',
    );
  });

  it('reports thousands of rows in order', async () => {
    await upload(`email\n${Array.from({ length: 2500 }, (_, at) => `bad ${at}\n`).join('')}`);
    const id = await work();
    // A worker of version 0.1.0 stored some of them.
    const some = { '_id.import_id': id, '_id.line': { $lt: 1200 } };
    await ImportRefusal.updateMany(some, { $unset: { user_id: '' } });
    const lines = (await client.get(`/contacts/imports/errors?id=${id}`)).body.trimEnd().split('\r\n');
    expect(lines).to.have.length(2501);
    expect(lines[1]).to.equal('"2","The email field must be a valid email address.","bad 0"');
    expect(lines[2500]).to.equal('"2501","The email field must be a valid email address.","bad 2499"');
  });

  it('reports only a header when no row was refused', async () => {
    await upload('email\nwell@example.com\n');
    expect((await client.get(`/contacts/imports/errors?id=${await work()}`)).body).to.equal(
      '"line","reason","email"\r\n',
    );
  });

  it('shows which columns an import skips', async () => {
    await upload(fixture('unknown-columns'));
    expect((await list()).at(-1).skipped_columns).to.deep.equal(['shoe size', 'a, b']);
  });

  describe('with the sample file', () => {
    let owner: Client;
    let sample: Answer;

    before(async () => {
      owner = await api.account();
      await owner.post('/custom-fields/save', { field_name: 'age', field_type: 'number' });
      await owner.post('/custom-fields/save', { field_name: 'joined', field_type: 'datetime-local' });
      sample = await owner.get('/contacts/csv-sample/download');
    });

    it('offers the file for download, with all fields of the account in its header', () => {
      expect(sample.status).to.equal(200);
      expect(sample.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
      expect(sample.headers.get('content-disposition')).to.equal(
        'attachment; filename="contacts-sample.csv"',
      );
      const lines = sample.body.split('\r\n');
      expect(lines[0]).to.equal(
        '"first_name","last_name","email","alt_email","country","state","city","address_line1","address_line2",' +
          '"state_province_region","postal_code","age","joined"',
      );
      expect(lines).to.have.length(3);
    });

    it('imports its contact with all custom fields', async () => {
      const type = await contactBook(owner).addType('People');
      expect((await upload(sample.body, 'sample.csv', type, owner)).status).to.equal(200);
      await work(owner);
      expect((await list(owner))[0]).to.include({ rows_added: 1, rows_refused: 0 });
      const [contact] = await contactBook(owner).list();
      expect(Object.keys(contact.custom_field)).to.deep.equal(['age', 'joined']);
    });
  });

  describe('given chosen columns', () => {
    const text = 'Vorname;Post;Post\nAda;ada@example.org;other@example.org\n';
    const chosen = (more: Readonly<Record<string, string>>): Promise<Answer> =>
      upload(text, 'list.csv', typeId, client, more);

    it('imports these columns alone', async () => {
      const type = await contactBook(client).addType('People');
      const map = { 'map[email]': ' post ', 'map[first_name]': 'Vorname', 'map[city]': '' };
      expect((await upload(text, 'list.csv', type, client, map)).status).to.equal(200);
      const { body } = await client.get(`/contacts/imports/details?id=${await work()}`);
      expect(body.message.import).to.include({ rows_added: 1, rows_refused: 0 });
      expect(body.message.import.skipped_columns).to.deep.equal(['Post']);
      const [ada] = (await client.get('/contacts/list?email=ada@example.org')).body.message.contacts;
      expect(ada).to.include({ first_name: 'Ada', city: '' });
    });

    it('refuses wrong columns, and stores nothing', async () => {
      const before = (await list()).length;
      const long = 'x'.repeat(100_000);
      const refusals: [Readonly<Record<string, string>>, object][] = [
        [{ 'map[first_name]': 'Vorname' }, { file: [NO_EMAIL], map: ['The map email field is required.'] }],
        [{ 'map[email]': 'E-Mail' }, { file: [NO_EMAIL] }],
        [{ 'map[email]': 'Post', 'map[city]': 'Ort' }, { map: ['The selected map city is invalid.'] }],
        [
          { 'map[email]': 'Post', 'map[alt_email]': 'Post' },
          { map: ['The selected map alt email is invalid.'] },
        ],
        [{ 'map[email]': 'Post', 'map[shoe]': 'Vorname' }, { map: ['The selected map shoe is invalid.'] }],
        [
          { 'map[email]': 'Post', 'map[__proto__]': 'Vorname' },
          { map: ['The selected map   proto   is invalid.'] },
        ],
        [{ map: 'Post' }, { file: [NO_EMAIL], map: ['The map field format is invalid.'] }],
        [{ 'map[email][x]': 'Post' }, { file: [NO_EMAIL], map: ['The map email field is required.'] }],
        [
          { 'map[email]': long },
          { file: [NO_EMAIL], map: ['The map field must not be greater than 255 characters.'] },
        ],
        [
          { [`map[${'x'.repeat(300)}]`]: 'Post' },
          { file: [NO_EMAIL], map: ['The map field format is invalid.'] },
        ],
        [{ 'map[email]': 'Post\0' }, { file: [NO_EMAIL] }],
        [{ 'map[email]': 'Post', dry_run: 'maybe' }, { dry_run: ['The selected dry run is invalid.'] }],
      ];
      for (const [more, errors] of refusals) {
        const answer = await chosen(more);
        expect([answer.status, answer.body.errors], JSON.stringify(more).slice(0, 100)).to.deep.equal([
          422,
          errors,
        ]);
      }
      expect(await list()).to.have.length(before);
    });
  });

  describe('given statuses', () => {
    const text =
      'email,status\na@example.com,active\nb@example.com,Gold\nc@example.com,unsubscribed\nno address,active\n';
    const decided = (more: Readonly<Record<string, string>>, type = typeId): Promise<Answer> =>
      upload(text, 'list.csv', type, client, more);

    it('reports the statuses of the first rows at once, and of all rows later', async () => {
      const { status, body } = await decided({}, await contactBook(client).addType('People'));
      const said = {
        statuses: { ...noStatuses(), mailable: 1, opted_out: 1 },
        status_by: { by: 'column', name: 'status' },
        unknown_statuses: [{ word: 'Gold', rows: 1 }],
      };
      expect([status, body]).to.deep.equal([
        200,
        {
          status: 'success',
          message: 'Imported Successfully',
          id: body.id,
          encoding: 'utf-8',
          encoding_by: 'content',
          encoding_certain: true,
          ...said,
          whole: true,
        },
      ]);
      const waiting = (await list()).at(-1);
      expect(waiting).to.deep.include({ ...said, statuses: noStatuses(), unknown_statuses: [] });
      const found = (await client.get(`/contacts/imports/details?id=${await work()}`)).body.message.import;
      expect(found).to.deep.include({ ...said, rows_added: 3, rows_refused: 1 });
    });

    it('reports the first rows of a large file', async () => {
      const rows = Array.from({ length: 40_000 }, (_, at) => `p${at}@example.com,unsubscribed\n`).join('');
      const { body } = await upload(`email,status\n${rows}`);
      expect(body.whole).to.equal(false);
      expect(body.statuses.opted_out).to.be.within(5000, 20_000);
    });

    it('accepts decisions, also as JSON would name blank cells', async () => {
      const more = {
        'statuses[GOLD]': 'left_out',
        'statuses[]': 'mailable',
        'statuses[x]': '',
        'statuses[*]': 'bounced',
      };
      expect((await decided(more)).body.statuses).to.deep.equal({ ...noStatuses(), left_out: 1, bounced: 2 });
      expect((await decided({ 'map[status]': 'STATUS' })).body.status_by).to.deep.equal({
        by: 'input',
        name: 'status',
      });
    });

    it('refuses wrong decisions, and stores nothing', async () => {
      const before = (await list()).length;
      const theirs = await api.account();
      await theirs.post('/unsubscribes-groups/save', {
        group_name: 'Theirs',
        description: 'x',
        is_display: 1,
      });
      const [group] = (await theirs.get('/unsubscribes-groups')).body.message.unsubscribesGroups;
      const refusals: [Readonly<Record<string, string>>, object][] = [
        [{ 'statuses[Gold]': 'member' }, { statuses: ['The selected statuses Gold is invalid.'] }],
        [{ statuses: 'mailable' }, { statuses: ['The statuses field format is invalid.'] }],
        [
          { [`statuses[${'x'.repeat(300)}]`]: 'mailable' },
          { statuses: ['The statuses field format is invalid.'] },
        ],
        [{ 'map[status]': 'Tier' }, { map: ['The selected map status is invalid.'] }],
        [{ opt_out_group: String(group.id) }, { opt_out_group: ['The selected opt out group is invalid.'] }],
        [{ opt_out_group: 'x' }, { opt_out_group: ['The opt out group field must be an integer.'] }],
      ];
      for (const [more, errors] of refusals) {
        const answer = await decided(more);
        expect([answer.status, answer.body.errors], JSON.stringify(more).slice(0, 100)).to.deep.equal([
          422,
          errors,
        ]);
      }
      expect(await list()).to.have.length(before);
    });
  });

  describe('asked to undo', () => {
    const undo = (id: number | string, by: Client): Promise<Answer> =>
      by.post(`/contacts/imports/undo?id=${id}`);
    const refused = async (answer: Promise<Answer>) => {
      const { status, body } = await answer;
      return [status, body.errors];
    };

    it('removes the contacts of an import', async () => {
      const owner = await api.account();
      const type = await contactBook(owner).addType('People');
      await upload('email\na@x.example\nb@x.example\n', 'people.csv', type, owner);
      const id = await work(owner);
      for (let asked = 0; asked < 2; asked += 1) {
        expect(await undo(id, owner)).to.deep.include({
          status: 200,
          body: { status: 'success', message: 'Undo Started' },
        });
      }
      const details = async () =>
        (await owner.get(`/contacts/imports/details?id=${id}`)).body.message.import.undo;
      expect(await details()).to.deep.equal({
        state: 'waiting',
        failure: null,
        percent: 0,
        contacts_removed: 0,
        contacts_restored: 0,
        contacts_kept: 0,
        contacts_gone: 0,
        opt_outs_kept: 0,
        finished_at: null,
      });
      await perform(
        undoImport,
        { importId: id },
        { log: createLogger('worker', 'silent'), ring: async () => {}, stopping: neverStopping() },
      );
      expect(await contactBook(owner).list()).to.deep.equal([]);
      expect(await details()).to.deep.include({ state: 'completed', percent: 100, contacts_removed: 2 });
      expect((await undo(id, owner)).status).to.equal(200);
      expect(await details()).to.deep.include({ state: 'completed' });
    });

    it('refuses an import that has not ended, or ended more than thirty days ago', async () => {
      const owner = await api.account();
      const type = await contactBook(owner).addType('People');
      await upload('email\na@x.example\n', 'people.csv', type, owner);
      const [{ id }] = await list(owner);
      expect(await refused(undo(id, owner))).to.deep.equal([409, 'Import has not ended yet']);
      await work(owner);
      const ended = (days: number) =>
        rows(Import).updateOne(
          { _id: id },
          { $set: { finished_at: new Date(Date.now() - days * 24 * 3600_000) } },
        );
      await ended(30);
      expect(await refused(undo(id, owner))).to.deep.equal([409, 'Import can no longer be undone']);
      await ended(29);
      await rows(Import).updateOne({ _id: id }, { $unset: { remembered: '' } });
      expect(await refused(undo(id, owner))).to.deep.equal([409, 'Import can no longer be undone']);
      await upload('email\na@x.example\n', 'people.csv', type, owner, { dry_run: '1' });
      expect(await refused(undo(await work(owner), owner))).to.deep.equal([409, 'A dry run changed nothing']);
      expect(await contactBook(owner).list()).to.have.length(1);
    });

    it('answers 404 to other accounts', async () => {
      await upload('email\n');
      const { id } = (await list()).at(-1);
      const other = await api.account();
      for (const asked of [id, 999_999, 'x', '', '1'.repeat(4000)])
        expect((await undo(asked, other)).status, `${asked}`).to.equal(asked === '' ? 422 : 404);
      expect((await rows(Import).findOne({ _id: id }))!).to.not.have.property('undo_state');
    });
  });

  describe('given an encoding', () => {
    const latin = Buffer.from('email,city\na@x.example,K\xf6ln\nb@x.example,M\xfcnchen\n', 'latin1');
    const utf8 = Buffer.from('email,city\na@x.example,Köln\n');
    const damaged = Buffer.concat([utf8, Buffer.from('b@x.example,K\xf6ln\n', 'latin1')]);
    const mark = Buffer.from('efbbbf', 'hex');
    const files: Record<
      string,
      [Buffer, Readonly<Record<string, string>>, [string, string, boolean], number]
    > = {
      'UTF-8': [utf8, {}, ['utf-8', 'content', true], 0],
      'UTF-8 with a mark': [Buffer.concat([mark, damaged]), {}, ['utf-8', 'mark', true], 1],
      'UTF-8 with one bad row': [damaged, {}, ['utf-8', 'content', true], 1],
      'Windows-1252': [latin, {}, ['windows-1252', 'guess', false], 0],
      'UTF-16': [fixture('utf-16be-bom'), {}, ['utf-16be', 'mark', true], 0],
      'the input': [damaged, { encoding: ' Windows-1252 ' }, ['windows-1252', 'input', true], 0],
      'a blank input': [damaged, { encoding: '' }, ['utf-8', 'content', true], 1],
    };
    for (const [name, [file, more, [encoding, encoding_by, encoding_certain], refused]] of Object.entries(
      files,
    )) {
      it(`shows it in the answer, the dry run, the list and the details: ${name}`, async () => {
        const expected = { encoding, encoding_by, encoding_certain };
        const owner = await api.account();
        const type = await contactBook(owner).addType('People');
        for (const dry_run of ['1', '0']) {
          const { status, body } = await upload(file, 'list.csv', type, owner, { ...more, dry_run });
          expect(status).to.equal(200);
          expect(body).to.include(expected);
          expect((await list(owner)).at(-1)).to.include(expected);
          const id = await work(owner);
          const details = (await owner.get(`/contacts/imports/details?id=${id}`)).body.message.import;
          expect(details).to.include({ ...expected, state: 'completed', rows_refused: refused });
        }
      });
    }

    it('shows the refused row with its reason', async () => {
      await upload(damaged, 'list.csv', await contactBook(client).addType('People'));
      expect(
        (await client.get(`/contacts/imports/errors?id=${await work()}`)).body.split('\r\n')[1],
      ).to.equal(
        '"3","The row has bytes that are not utf-8 text (0xF6); see the input encoding.","b@x.example","K\ufffdln"',
      );
    });

    it('refuses an unknown encoding, and stores nothing', async () => {
      const before = (await list()).length;
      for (const encoding of ['klingon', 'x'.repeat(1000), 'utf-8,utf-16le']) {
        const { status, body } = await upload(utf8, 'list.csv', typeId, client, { encoding });
        expect([status, body.errors]).to.deep.equal([
          422,
          {
            encoding: [
              encoding.length > 255
                ? 'The encoding field must not be greater than 255 characters.'
                : 'The selected encoding is invalid.',
            ],
          },
        ]);
      }
      expect(await list()).to.have.length(before);
    });

    it('shows no source of the encoding in an import of an earlier version', async () => {
      await upload(utf8);
      const { id } = (await list()).at(-1);
      await rows(Import).updateOne({ _id: id }, { $unset: { encoding_by: '', encoding_certain: '' } });
      expect((await list()).at(-1)).to.include({
        encoding: 'utf-8',
        encoding_by: null,
        encoding_certain: null,
      });
    });
  });

  it('reports what would happen in a dry run', async () => {
    const owner = await api.account();
    const type = await contactBook(owner).addType('People');
    await upload(fixture('bad-rows'), 'people.csv', type, owner, { dry_run: '1' });
    const id = await work(owner);
    const { body } = await owner.get(`/contacts/imports/details?id=${id}`);
    expect(body.message.import).to.deep.include({ dry_run: true, rows_added: 3, rows_refused: 4 });
    expect(body.message.import.trial.examples).to.deep.equal([
      { line: 2, result: 'added', fields: ['email', 'first_name', 'country'] },
      { line: 5, result: 'added', fields: ['email', 'first_name'] },
      { line: 7, result: 'added', fields: ['email', 'first_name', 'country'] },
    ]);
    expect(body.message.import.trial.dropped).to.deep.equal([
      { reason: 'The selected country is invalid.', rows: 1, line: 5, lines: [5] },
    ]);
    expect(body.message.import.trial.refusals[0]).to.deep.equal({
      reason: 'The email field must be a valid email address.',
      rows: 2,
      line: 3,
      lines: [3, 8],
    });
    expect(await contactBook(owner).list()).to.deep.equal([]);
    expect((await owner.get(`/contacts/imports/errors?id=${id}`)).body.split('\r\n')).to.have.length(6);
  });

  it('refuses files that are not CSV with an email column', async () => {
    const refusals: [Buffer | string, string, string][] = [
      ['email\n', 'list.txt', NOT_CSV],
      ['email\n', 'csv', NOT_CSV],
      [Buffer.from('504b030414000000', 'hex'), 'list.csv', NOT_CSV],
      [Buffer.from('1f8b080000000000', 'hex'), 'list.csv', NOT_CSV],
      [fixture('no-email-column'), 'list.csv', NO_EMAIL],
      [fixture('empty'), 'list.csv', NO_EMAIL],
      [`email${',x'.repeat(1000)}\n`, 'list.csv', 'The file field must not have more than 1000 columns.'],
      [
        `email,"${'x'.repeat(2 ** 20)}`,
        'list.csv',
        'The file field must have a header of at most 1048576 bytes, its quotes in pairs.',
      ],
    ];
    const before = (await list()).length;
    for (const [file, name, text] of refusals) {
      expect(withoutHints(await upload(file, name)), text).to.deep.include({
        status: 422,
        body: { status: 'failed', errors: { file: [text] } },
      });
    }
    expect(await list()).to.have.length(before);
  });

  it('refuses a header of 189 KB with 40,000 names', async () => {
    const bomb = `email,${Array.from({ length: 40_000 }, (_, at) => `a${at % 100}`).join(',')}\nx@example.com\n`;
    expect((await upload(bomb)).body.errors).to.deep.equal({
      file: ['The file field must not have more than 1000 columns.'],
    });
  });

  it('names all problems at once', async () => {
    const both = {
      contact_type_id: ['The contact type id field is required.'],
      file: ['The file field is required.'],
    };
    expect((await upload(null, '', null)).body.errors).to.deep.equal(both);
    expect((await client.post('/contacts/upload-csv', {})).body.errors).to.deep.equal(both);
    expect(
      (await client.post('/contacts/upload-csv', { file: 'email\n', contact_type_id: 'x' })).body.errors,
    ).to.deep.equal({
      contact_type_id: ['The contact type id field must be an integer.'],
      file: ['The file field is required.'],
    });
    expect((await upload('name\n', 'list.csv', ' ')).body.errors).to.deep.equal({
      contact_type_id: both.contact_type_id,
      file: [NO_EMAIL],
    });
  });

  it('refuses a file that is larger than the limit', async () => {
    const answer = await upload(`email\n${'x'.repeat(5 * 2 ** 20)}`);
    expect([answer.status, answer.body]).to.deep.equal([
      413,
      { status: 'failed', errors: 'Payload Too Large' },
    ]);
  });

  it('refuses a contact type of another account like one that is missing', async () => {
    const other = await api.account();
    const foreign = await upload('email\n', 'list.csv', typeId, other);
    const missing = await upload('email\n', 'list.csv', 999_999, other);
    expect(foreign.body.errors).to.deep.equal({
      contact_type_id: ['The selected contact type id is invalid.'],
    });
    expect([foreign.status, foreign.body]).to.deep.equal([missing.status, missing.body]);
    expect(await list(other)).to.deep.equal([]);
  });

  for (const path of ['/contacts/imports/details', '/contacts/imports/errors', '/contacts/imports/partial']) {
    it(`answers 404 to other accounts: ${path}`, async () => {
      await upload('email\n');
      const other = await api.account();
      const { id } = (await list()).at(-1);
      for (const asked of [id, 999_999, 'x'])
        expect(await other.get(`${path}?id=${asked}`)).to.deep.include(RECORD_NOT_FOUND);
    });

    it(`needs an id: ${path}`, async () => {
      expect((await client.get(path)).body.errors).to.deep.equal({ id: ['The id field is required.'] });
    });
  }

  it('lists pages by id', async () => {
    for (let file = 0; file < 2; file += 1) await upload('email\n');
    const [first] = await list();
    const page = (await client.get('/contacts/imports?limit=1')).body;
    expect(page.message.imports.map((found: { id: number }) => found.id)).to.deep.equal([first.id]);
    expect(page.next_after_id).to.equal(first.id);
  });
});
