import { expect } from 'chai';
import { Contact, newContact } from '../../../common/models/contacts.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { rows } from '../../support/rows.ts';
import { runImport } from '../../support/run-import.ts';

const HEADER =
  '"first_name","last_name","email","alt_email","country","state","city","address_line1","address_line2","state_province_region","postal_code","phone","age",' +
  '"tags","id","contact_type","contact_status","status_at","opted_out_groups","created_at","updated_at"';

describe('the file of contacts', () => {
  let api: Api;
  let client: Client;
  let typeId: number;
  let otherType: number;

  before(async () => {
    api = await startApi('contract-contact-files');
    client = await api.account();
    await client.post('/custom-fields/save', { field_name: 'phone', field_type: 'text' });
    await client.post('/custom-fields/save', { field_name: 'age', field_type: 'number' });
    const book = contactBook(client);
    typeId = await book.addType('Customers');
    otherType = await book.addType('Guests');
    const add = (contact_type_id: number, email: string, more: object = {}) =>
      client.post('/contacts/add', { contact_type_id, email, country: 82, first_name: 'Ada', ...more });
    await add(typeId, 'ada@x.example', {
      last_name: '=1+1',
      city: 'a "quoted", city',
      custom_field: { phone: '+49 30 1', age: '-5' },
    });
    await add(typeId, 'bob@x.example', { first_name: "'Bob", country: 1 });
    await add(otherType, 'eve@x.example', { first_name: 'Eve' });
  });
  after(() => api.stop());

  const file = (query: object = {}, by = client): Promise<Answer> =>
    by.get(`/contacts/download?${new URLSearchParams(query as Record<string, string>)}`);
  const lines = (answer: Answer): string[] => String(answer.body).trimEnd().split('\r\n');
  const addresses = async (query: object): Promise<string[]> =>
    lines(await file(query)).flatMap((line) => /[a-z]+@x\.example/.exec(line) ?? []);

  it('has the columns of an import, and leaves formulas inert', async () => {
    const answer = await file({ contact_type_id: typeId });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename="contacts.csv"');
    const [header, ada] = lines(answer);
    expect(header).to.equal(HEADER);
    expect(ada).to.include(`"Ada","'=1+1","ada@x.example",""`).and.include(`"'+49 30 1","'-5"`);
  });

  it('exports all contacts, or those of a type, a search, an address or a segment', async () => {
    expect(await addresses({})).to.deep.equal(['ada@x.example', 'bob@x.example', 'eve@x.example']);
    expect(await addresses({ contact_type_id: otherType })).to.deep.equal(['eve@x.example']);
    expect(await addresses({ search: 'ada' })).to.deep.equal(['ada@x.example']);
    expect(await addresses({ search: 'ada', contact_type_id: otherType })).to.deep.equal([]);
    expect(await addresses({ email: 'EVE@x.example', contact_type_id: otherType })).to.deep.equal([
      'eve@x.example',
    ]);
    const segment_id = (
      await client.post('/segment/store', {
        segment_name: 'Of hand',
        contact_type_id: typeId,
        select_field: ['email'],
        select_operator: ['is'],
        value: ['nobody@x.example'],
      })
    ).body.id;
    await client.post('/segment/email/store', {
      segment_id,
      first_name: 'Zoe',
      last_name: 'Z',
      email: 'zoe@x.example',
    });
    expect(await addresses({ segment_id })).to.deep.equal(['zoe@x.example']);
    expect(await addresses({ segment_id, search: 'zo', contact_type_id: typeId })).to.deep.equal([
      'zoe@x.example',
    ]);
    expect(await addresses({ segment_id, search: 'ada' })).to.deep.equal([]);
    expect(await addresses({ segment_id, contact_type_id: otherType })).to.deep.equal([]);
  });

  it('imports again to the same contacts', async () => {
    const fieldsOf = async (type: number) =>
      lines(await file({ contact_type_id: type })).map((line) => line.split(/","/).slice(0, 13));
    const before = await fieldsOf(typeId);
    const copy = await contactBook(client).addType('Copies');
    const form = new FormData();
    form.set('contact_type_id', String(copy));
    form.set('file', new File([String((await file({ contact_type_id: typeId })).body)], 'contacts.csv'));
    const { id } = (await client.post('/contacts/upload-csv', form)).body;
    await runImport(api.config, id);
    expect((await client.get(`/contacts/imports/details?id=${id}`)).body.message.import).to.include({
      rows_added: 2,
      rows_refused: 0,
    });
    expect(await fieldsOf(copy)).to.deep.equal(before);
    await client.delete(`/contacts-type/delete?id=${copy}`);
  });

  it('carries statuses into another account', async () => {
    const [from, to] = [await api.account(), await api.account()];
    const book = contactBook(from);
    const type = await book.addType('All');
    const people = ['yes', 'out', 'gone', 'spam', 'own', 'left'].map((name) => `${name}@x.example`);
    for (const email of people)
      await from.post('/contacts/add', { contact_type_id: type, email, country: 82, first_name: 'Ada' });
    const reasons = { out: 'unsubscribed', gone: 'bounced', spam: 'complained', own: 'manual' };
    for (const [name, reason] of Object.entries(reasons))
      await from.post('/suppressions/save', { email_address: `${name}@x.example`, reason });
    await from.post('/unsubscribes-groups/save', { group_name: 'News', description: 'n', is_display: 1 });
    const [{ id: unsubscribe_groups_id }] = (await from.get('/unsubscribes-groups')).body.message
      .unsubscribesGroups;
    await from.post('/unsubscribes-groups/manually-add', {
      unsubscribe_groups_id,
      email_address: 'left@x.example',
    });
    const written = await file({ for: 'excel' }, from);
    expect(String(written.body)).to.match(/^\ufeff?"first_name"/);
    const said = lines(written)
      .slice(1)
      .map((line) => line.split('","').slice(-5, -2));
    expect(said.map(([status, , groups]) => [status, groups])).to.deep.equal([
      ['mailable', ''],
      ['opted_out', ''],
      ['bounced', ''],
      ['complained', ''],
      ['opted_out', ''],
      ['mailable', 'News'],
    ]);
    const copy = await contactBook(to).addType('Copies');
    const form = new FormData();
    form.set('contact_type_id', String(copy));
    form.set('file', new File([String(written.body)], 'contacts.csv'));
    const { id } = (await to.post('/contacts/upload-csv', form)).body;
    await runImport(api.config, id);
    expect((await to.get(`/contacts/imports/details?id=${id}`)).body.message.import.statuses).to.include({
      mailable: 2,
      opted_out: 2,
      bounced: 1,
      complained: 1,
    });
    const again = lines(await file({}, to))
      .slice(1)
      .map((line) => line.split('","').slice(-5, -2));
    expect(again.slice(1, 5)).to.deep.equal(said.slice(1, 5));
    expect(again.map(([status]) => status)).to.deep.equal([
      'mailable',
      'opted_out',
      'bounced',
      'complained',
      'opted_out',
      'mailable',
    ]);
    expect(again).to.deep.equal(said);
    const only = lines(await file({ status: 'opted_out' }, to)).slice(1);
    expect(only.map((line) => /[a-z]+@x\.example/.exec(line)?.[0])).to.deep.equal([
      'out@x.example',
      'own@x.example',
    ]);
    expect((await file({ status: 'friends' }, to)).status).to.equal(422);
  });

  it('refuses records that do not exist', async () => {
    const other = await api.account();
    const errors = async (query: object, by = client) => {
      const { status, body } = await file(query, by);
      return [status, body.errors];
    };
    const wrong = (name: string) => [
      422,
      { [name]: [`The selected ${name.replaceAll('_', ' ')} is invalid.`] },
    ];
    expect(await errors({ contact_type_id: typeId }, other)).to.deep.equal(wrong('contact_type_id'));
    expect(await errors({ segment_id: 1 }, other)).to.deep.equal(wrong('segment_id'));
    expect(await errors({ segment_id: 999_999 })).to.deep.equal(wrong('segment_id'));
    expect(await errors({ 'segment_id[$ne]': 1 })).to.deep.equal([
      422,
      { segment_id: ['The segment id field format is invalid.'] },
    ]);
    expect(await errors({ search: 'x'.repeat(300) })).to.deep.equal([
      422,
      { search: ['The search field must not be greater than 255 characters.'] },
    ]);
    expect(lines(await file({}, other))).to.deep.equal([HEADER.replace(',"phone","age"', '')]);
  });

  it('exports many contacts completely', async () => {
    const owner = await api.account();
    const type = await contactBook(owner).addType('Many');
    const many = Array.from({ length: 3000 }, (_, at) =>
      newContact(
        1_000_000 + at,
        { userId: owner.user_id, contactTypeId: type },
        `m${at}@x.example`,
        `m${at}@x.example`,
        new Date(),
      ),
    );
    await rows(Contact).insertMany(many);
    expect(lines(await file({}, owner))).to.have.length(3001);
  });
});
