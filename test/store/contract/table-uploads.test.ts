import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Contact } from '../../../common/models/contacts.ts';
import { CustomField } from '../../../common/models/custom-fields.ts';
import { Import } from '../../../common/models/imports.ts';
import { noStatuses } from '../../../shared/statuses/statuses.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { workbook, zipped } from '../../support/archives.ts';
import { contactBook } from '../../support/contact-book.ts';
import { rows } from '../../support/rows.ts';
import { runImport } from '../../support/run-import.ts';

const file = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/statuses/${name}`, import.meta.url));
const MAILCHIMP = [
  'subscribed_email_audience_export_4f27b0.csv',
  'unsubscribed_email_audience_export_4f27b0.csv',
  'cleaned_email_audience_export_4f27b0.csv',
];

describe('the API of uploaded tables', () => {
  let api: Api;
  let client: Client;
  let type: number;

  before(async () => {
    api = await startApi('contract-table-uploads', { LIMIT_CSV_BYTES: String(4 * 2 ** 20) });
  });
  after(() => api.stop());
  beforeEach(async () => {
    client = await api.account();
    type = await contactBook(client).addType('People');
  });

  function upload(
    content: Buffer | string,
    name: string,
    more: Readonly<Record<string, string>> = {},
    path = '/contacts/upload',
  ): Promise<Answer> {
    const form = new FormData();
    form.set('contact_type_id', String(type));
    for (const [key, value] of Object.entries(more)) form.set(key, value);
    form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
    return client.post(path, form);
  }

  /** Uploads a file and runs its imports. */
  async function load(...given: Parameters<typeof upload>) {
    const { status, body } = await upload(...given);
    expect(status, JSON.stringify(body)).to.equal(200);
    const found = [];
    for (const id of body.message.imports) {
      await runImport(api.config, id);
      found.push((await client.get(`/contacts/imports/details?id=${id}`)).body.message.import);
    }
    return { body, found };
  }

  const contacts = () =>
    rows(Contact).find({ contact_type_id: type, deleted_at: null }).sort({ email_norm: 1 }).toArray();
  const fieldsOf = async () =>
    Object.fromEntries(
      (await rows(CustomField).find({ user_id: client.user_id }).toArray()).map((one) => [
        one.field_name,
        one.field_type,
      ]),
    );

  it('imports each table of an archive with the statuses of its own name', async () => {
    const files = Object.fromEntries(MAILCHIMP.map((name) => [`export/${name}`, file(name)]));
    const archive = await zipped({ ...files, '__MACOSX/._x.csv': 'x', 'export/readme.html': 'x' });
    const { body, found } = await load(archive, 'export.zip');
    expect(body.message.imports).to.have.length(3);
    expect(body).to.deep.include({
      id: body.message.imports[0],
      whole: true,
      statuses: { ...noStatuses(), mailable: 4, opted_out: 4, bounced: 4 },
    });
    expect(found.map((one) => [one.file_name, one.rows_added, one.status_by?.by ?? null])).to.deep.equal([
      [MAILCHIMP[0], 4, 'file_name'],
      [MAILCHIMP[1], 4, 'heading'],
      [MAILCHIMP[2], 4, 'heading'],
    ]);
    expect(await contacts()).to.have.length(12);
  });

  it('takes statuses of folders, archives and sheets where the name of a table says none', async () => {
    const table = (name: string) => `email\n${name}@example.com\n`;
    const folders = await zipped({
      'unsubscribed/list.csv': table('a'),
      'unsubscribed/subscribed.csv': table('b'),
      'others/list.csv': table('c'),
    });
    const names: [Buffer, string][] = [
      [folders, 'export.zip'],
      [await zipped({ 'list.csv': table('d') }), 'Bounces.zip'],
      [await workbook({ Abgemeldet: [[{ text: 'email' }], [{ text: 'e@example.com' }]] }), 'book.xlsx'],
    ];
    const found = [];
    for (const [content, name] of names) found.push(...(await load(content, name)).found);
    expect(found.map((one) => [one.file_name, one.status_by?.name ?? null])).to.deep.equal([
      ['unsubscribed/list.csv', 'unsubscribed'],
      ['subscribed.csv', 'subscribed'],
      ['list.csv', null],
      ['Bounces.zip/list.csv', 'bounces'],
      ['Abgemeldet/book.xlsx', 'abgemeldet'],
    ]);
  });

  it('takes no status of the path that a program sends with its file', async () => {
    for (const name of ['/home/bounce/list.csv', 'C:\\bounces\\list.csv']) {
      const { body, found } = await load('email\na@example.com\n', name);
      expect(body.statuses, name).to.deep.equal({ ...noStatuses(), mailable: 1 });
      expect([found[0]!.file_name, found[0]!.status_by], name).to.deep.equal(['list.csv', null]);
    }
  });

  it('imports a compressed table as the table in it', async () => {
    const { body, found } = await load(gzipSync(file('sendgrid-contacts.csv')), 'sendgrid-contacts.csv.gz', {
      'new_fields[shoe_size]': 'number',
      'new_fields[joined_on]': 'datetime-local',
    });
    expect(body.statuses).to.deep.equal({ ...noStatuses(), mailable: 4 });
    expect(found[0]).to.include({ file_name: 'sendgrid-contacts.csv', rows_added: 4, rows_partial: 2 });
    expect(await fieldsOf()).to.deep.equal({ shoe_size: 'number', joined_on: 'datetime-local' });
    const values = (await contacts()).map(({ custom_field }) => custom_field);
    expect(values).to.deep.include({ shoe_size: '43.5', joined_on: '2024-06-01T10:30:00' });
  });

  it('imports a table whose first heading begins as an archive does', async () => {
    const { found } = await load('PK,email\n1,ann@example.com\n', 'keys.csv');
    expect(found[0]).to.deep.include({ state: 'completed', rows_added: 1 });
  });

  it('imports a sheet of a workbook, with its dates as dates', async () => {
    const people = [
      [{ text: 'Email' }, { text: 'Vorname' }, { text: 'Größe (cm)' }, { text: 'Born on' }],
      [{ text: 'a@example.com' }, { text: 'Jürgen; "Jo"' }, { number: 181.5 }, { date: 33_005 }],
    ];
    const book = await workbook({ Notes: [[{ text: 'Nothing here' }]], People: people });
    expect((await upload(book, 'book.xlsx')).status).to.equal(422);
    await load(book, 'book.xlsx', {
      sheet: 'People',
      'new_fields[Größe (cm)]': 'number',
      'new_fields[Born on]': 'datetime-local',
    });
    const [one] = await contacts();
    expect(one).to.deep.include({
      email: 'a@example.com',
      first_name: 'Jürgen; "Jo"',
      custom_field: { Gr__e__cm_: '181.5', Born_on: '1990-05-12T00:00' },
    });
    const { status, body } = await upload(book, 'book.xlsx', { sheet: 'Orders' });
    expect([status, body.errors]).to.deep.equal([422, { sheet: ['The selected sheet is invalid.'] }]);
  });

  it('counts JSON cells that cannot be read, and leaves a column of other texts out', async () => {
    const { found } = await load(
      'email,attributes\na@example.com,"{""city"":""Graz""}"\nb@example.com,{city:Graz}\nc@example.com,\n',
      'a.csv',
    );
    expect(found[0]).to.include({ rows_added: 3, rows_partial: 1 });
    const partial = await client.get(`/contacts/imports/partial?id=${found[0].id}`);
    expect(partial.body).to.contain('"3","attributes","The attributes field format is invalid."');
    const other = await load('email,Data\na@example.com,12.05.1990\n', 'b.csv', { dry_run: '1' });
    expect(other.found[0]).to.deep.include({ rows_partial: 0, skipped_columns: ['Data'] });
    expect(other.found[0].trial.new_fields).to.deep.equal([
      { heading: 'Data', name: 'Data', type: 'datetime-local' },
    ]);
  });

  it('takes the usual names of encodings', async () => {
    for (const [name, encoding] of [
      ['ISO-8859-1', 'windows-1252'],
      ['latin1', 'windows-1252'],
      ['cp1252', 'windows-1252'],
      ['UTF8', 'utf-8'],
      ['x-mac-roman', 'macintosh'],
    ] as const) {
      const { body } = await upload('email\na@example.com\n', 'a.csv', { encoding: name, dry_run: '1' });
      expect([body.encoding, body.encoding_by], name).to.deep.equal([encoding, 'input']);
    }
    expect((await upload('email\n', 'a.csv', { encoding: 'iso-8859-7' })).status).to.equal(422);
  });

  it('makes fields of keys of JSON cells, and none in a dry run', async () => {
    const fields = { 'new_fields[plan]': 'text', 'new_fields[visits]': 'number' };
    const trial = await load(file('listmonk.csv'), 'listmonk.csv', { ...fields, dry_run: '1' });
    expect(trial.found[0]).to.include({ dry_run: true, rows_added: 6 });
    expect(await fieldsOf()).to.deep.equal({});
    await load(file('listmonk.csv'), 'listmonk.csv', fields);
    const values = (await contacts()).map(({ custom_field }) => custom_field);
    expect(values).to.deep.include({ plan: 'pro', visits: '12' });
    const again = await load(file('listmonk.csv'), 'listmonk.csv', fields);
    expect(again.found[0]).to.include({ rows_unchanged: 6, rows_added: 0 });
  });

  it('says in a dry run in which order dates are read, if a column shows it or the caller says it', async () => {
    for (const name of ['born', 'joined', 'left'])
      await client.post('/custom-fields/save', { field_name: name, field_type: 'datetime-local' });
    const text =
      'email,born,joined,left\na@example.com,25/12/1991,12-25-2020,1/2/2021\nb@example.com,1/2/1991,1-2-2020,1/2/2022\n';
    const orders = async (more: Readonly<Record<string, string>>) =>
      (await load(text, 'dates.csv', { dry_run: '1', ...more })).found[0].trial.date_orders;
    expect(await orders({})).to.deep.equal([
      { field: 'born', order: 'dmy' },
      { field: 'joined', order: 'mdy' },
      { field: 'left', order: null },
    ]);
    expect(await orders({ date_order: 'mdy' })).to.deep.equal(
      ['born', 'joined', 'left'].map((field) => ({ field, order: 'mdy' })),
    );
    const { found } = await load(text, 'dates.csv');
    expect(found[0]).to.include({ rows_added: 2, rows_partial: 2 });
    expect(found[0].date_orders).to.deep.equal(await orders({}));
    expect((await contacts()).map(({ custom_field }) => custom_field)).to.deep.equal([
      { born: '1991-12-25T00:00', joined: '2020-12-25T00:00' },
      { born: '1991-02-01T00:00', joined: '2020-01-02T00:00' },
    ]);
  });

  it('gives new fields the names that the caller wants, and uses those that exist', async () => {
    const text = 'email,Schuhgröße\na@example.com,38\n';
    const named = { 'new_fields[Schuhgröße]': 'number', 'new_field_names[Schuhgröße]': 'shoe size' };
    for (const more of [{ dry_run: '1' }, {}, {}]) await load(text, 'a.csv', { ...named, ...more });
    expect(await fieldsOf()).to.deep.equal({ shoe_size: 'number' });
    const mapped = { 'map[email]': 'email' };
    const other = { 'new_fields[Schuhgröße]': 'number', 'new_field_names[Schuhgröße]': 'other' };
    const tried = await load(text, 'a.csv', { ...other, ...mapped, dry_run: '1' });
    expect(tried.found[0]).to.include({ state: 'completed', rows_unchanged: 1 });
    await load(text.replace('38', '39'), 'a.csv', { ...named, ...mapped });
    expect((await contacts())[0]!.custom_field).to.deep.equal({ shoe_size: '39' });
    // A name for another heading is ignored, a blank one is none.
    await load(text, 'a.csv', { 'new_fields[Schuhgröße]': 'number', 'new_field_names[Schuhgröße]': ' ' });
    await load(text, 'a.csv', { 'new_field_names[Plan]': 'plan' });
    expect(await fieldsOf()).to.deep.equal({ shoe_size: 'number', Schuhgr__e: 'number' });
  });

  it('leaves contacts that are stored already as they are, but not their refusals of mail', async () => {
    await load('email,first_name\na@example.com,Ada\n', 'first.csv');
    const { found } = await load(
      'email,first_name,status\nA@example.com,Other,unsubscribed\nnew@example.com,New,active\nnew@example.com,Newer,active\n',
      'second.csv',
      { existing: 'skip' },
    );
    expect(found[0]).to.include({ rows_added: 1, rows_updated: 1, rows_unchanged: 1 });
    expect((await contacts()).map(({ first_name }) => first_name)).to.deep.equal(['Ada', 'Newer']);
    const out = (await client.get('/global-unsubscribes')).body.message.unSubscribers;
    expect(out.map((one: { email_address: string }) => one.email_address.toLowerCase())).to.deep.equal([
      'a@example.com',
    ]);
  });

  it('refuses archives that cannot be unpacked, with the reason', async () => {
    const problem = async (...given: Parameters<typeof upload>): Promise<string> => {
      const { status, body } = await upload(...given);
      expect(status, JSON.stringify(body)).to.equal(422);
      return body.errors.file[0].replace('The file field can not be unpacked: ', '');
    };
    const large = 'it is too large when unpacked.';
    expect(await problem(gzipSync(`email\n${'a'.repeat(10 * 2 ** 20)}`), 'bomb.csv.gz')).to.equal(large);
    expect(await problem(await zipped({ 'a.csv': `email\n${'\n'.repeat(2 ** 20)}` }), 'bomb.zip')).to.equal(
      large,
    );
    const bomb = await workbook({ A: [[{ text: 'email' }], [{ text: 'x'.repeat(8 * 2 ** 20) }]] });
    expect(await problem(bomb, 'bomb.xlsx')).to.equal(large);
    // Each row is a few bytes, and has a cell in the last column.
    const wide = `<worksheet><sheetData>${Array.from({ length: 6000 }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`).join('')}</sheetData></worksheet>`;
    const small = await workbook({ A: [[{ text: 'email' }]] }, { 'xl/worksheets/sheet1.xml': wide });
    expect(await problem(small, 'wide.xlsx')).to.equal(
      'the workbook is too large to be read. Save its sheet as .csv.',
    );
    const nested = await zipped({ 'a.csv': 'email\n', 'b.zip': 'x' });
    expect(await problem(nested, 'nested.zip')).to.contain('has an archive');
    for (const hidden of [nested, gzipSync('email\n')]) {
      expect(await problem(await zipped({ 'a.csv': hidden }), 'hidden.zip')).to.contain('has an archive');
      expect(await problem(gzipSync(hidden), 'a.csv.gz')).to.contain('has an archive');
    }
    expect(await problem(await zipped({ 'a.json': '[]' }), 'json.zip')).to.contain('no .csv');
    expect(await problem(nested.subarray(0, 60), 'cut.zip')).to.equal('it is damaged.');
    expect(await problem(gzipSync('email\n').subarray(0, 12), 'cut.gz')).to.equal('it is damaged.');
    const encrypted = Buffer.from(await zipped({ 'a.csv': 'email\na@example.com\n' }));
    for (const [at, offset] of [
      [encrypted.indexOf('PK\x03\x04'), 6],
      [encrypted.indexOf('PK\x01\x02'), 8],
    ] as const)
      encrypted[at + offset]! |= 1;
    expect(await problem(encrypted, 'secret.zip')).to.contain('encrypted');
    expect(await problem(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old.xlsx')).to.contain('old or encrypted');
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`${at}.csv`, 'email\n']));
    expect(await problem(await zipped(many), 'many.zip')).to.contain('more than 50');
    expect(await rows(Import).countDocuments({ user_id: client.user_id })).to.equal(0);
  });

  it('refuses an archive of which one table is wrong, and names the table', async () => {
    const archive = await zipped({
      'good.csv': 'email\na@example.com\n',
      'bad.csv': 'Kontakt;Ort\nb@example.com;Ulm\n',
    });
    const { status, body } = await upload(archive, 'two.zip');
    expect([status, body.errors, body.hints]).to.deep.equal([
      422,
      { file: ['The file field must have an email column.'] },
      {
        file: [
          'The file bad.csv.',
          'Columns found: "Kontakt", "Ort". Separator: semicolon. Encoding: utf-8. Write map[email]=Kontakt: its cells are addresses.',
        ],
      },
    ]);
    expect(await rows(Import).countDocuments({ user_id: client.user_id })).to.equal(0);
  });

  for (const columns of [250, 1000])
    it(`imports chosen columns of a table with ${columns} columns`, async () => {
      const names = Array.from({ length: columns }, (_, at) => `c${at}`);
      const last = names.at(-1)!;
      const map = { 'map[email]': 'C100', 'map[last_name]': last };
      const wanted = Object.fromEntries(names.slice(1, 100).map((name) => [`new_fields[${name}]`, 'text']));
      const cells = names.map((name) => (name === 'c100' ? 'a@example.com' : `${name} of Ada`));
      const table = `${names.join()}\n${cells.join()}\n`;
      const { found } = await load(table, 'wide.csv', { ...map, ...wanted });
      expect(found[0]).to.include({ state: 'completed', rows_added: 1, rows_partial: 0 });
      expect(found[0].skipped_columns).to.have.length(columns - 101);
      const [ada] = await contacts();
      expect(ada).to.include({ email: 'a@example.com', last_name: `${last} of Ada` });
      expect(ada!.custom_field).to.include({ c1: 'c1 of Ada', c99: 'c99 of Ada' });
      const over = await upload(table.replaceAll('\n', `${',x'.repeat(1001 - columns)}\n`), 'wide.csv', map);
      expect([over.status, over.body.errors]).to.deep.equal([
        422,
        { file: ['The file field must not have more than 1000 columns.'] },
      ]);
    });

  it('says what it found in a wrong file', async () => {
    const csv = '/contacts/upload-csv';
    const hint = async (...given: Parameters<typeof upload>) => (await upload(...given)).body.hints;
    expect(await hint('Name|City\nAda|London\n', 'a.csv', {}, csv)).to.deep.equal({
      file: ['Columns found: "Name", "City". Separator: |. Encoding: utf-8.'],
    });
    expect(await hint('email\na@example.com\n', 'a.csv', { 'map[email]': 'Mail' }, csv)).to.deep.equal({
      file: [
        'There is no column "Mail". Columns found: "email". Separator: comma. Encoding: utf-8. Write map[email]=email: its cells are addresses.',
      ],
    });
    expect(await hint('a@example.com,Ann\nb@example.com,Bob\n', 'a.csv', {}, csv)).to.deep.equal({
      file: [
        'Columns found: "a@example.com", "Ann". Separator: comma. Encoding: utf-8. Its first line is no header: add a line with the names of the columns.',
      ],
    });
    expect((await hint('\x01\x02a,b\x00\n', 'a.csv', {}, csv)).file[0]).to.contain('" a", "b "');
    const many = Array.from({ length: 1001 }, (_, at) => (at === 0 ? 'email' : `c${at}`)).join();
    expect(await hint(`${many}\na@example.com\n`, 'a.csv', { 'map[email]': 'email' }, csv)).to.deep.equal({
      file: ['Delete the columns that you do not import.'],
    });
    const other = { file: ['contacts/upload takes .csv, .tsv, .txt, .gz, .zip and .xlsx.'] };
    expect(await hint('email\n', 'a.xlsx', {}, csv)).to.deep.equal(other);
    expect(await hint(gzipSync('email\n'), 'a.csv', {}, csv)).to.deep.equal(other);
    const { body } = await upload('email\n', 'a.pdf');
    expect(body.errors).to.deep.equal({
      file: ['The file field must be a file of type: csv, tsv, txt, gz, zip, xlsx.'],
    });
  });

  it('refuses fields of wrong names and types', async () => {
    const errors = async (more: Readonly<Record<string, string>>) =>
      (await upload('email,a\na@example.com,1\n', 'a.csv', more)).body.errors;
    expect(await errors({ 'new_fields[a]': 'date' })).to.deep.equal({
      new_fields: ['The selected new fields a is invalid.'],
    });
    expect(await errors({ 'new_fields[fullname]': 'text' })).to.deep.equal({
      new_fields: ['The selected new fields fullname is invalid.'],
    });
    expect(await errors({ 'new_fields[Имя]': 'text' })).to.deep.equal({
      new_fields: ['The selected new fields Имя is invalid.'],
    });
    for (const name of ['fullname', 'Имя'])
      expect(await errors({ 'new_fields[a]': 'text', 'new_field_names[a]': name })).to.deep.equal({
        new_field_names: ['The selected new field names a is invalid.'],
      });
    expect(await errors({ 'new_fields[a]': 'text', 'new_field_names[a]': 'a'.repeat(256) })).to.deep.equal({
      new_field_names: ['The new field names field format is invalid.'],
    });
    expect(await errors({ existing: 'keep' })).to.deep.equal({
      existing: ['The selected existing is invalid.'],
    });
  });
});
