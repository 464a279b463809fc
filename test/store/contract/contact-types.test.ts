import { expect } from 'chai';
import { ADDED, RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { withoutNames } from '../../support/made.ts';

describe('the API of contact types', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-contact-types');
  });
  beforeEach(async () => {
    client = await api.account();
  });
  after(() => api.stop());

  const add = (name: string) => client.post('/contacts-type/add', { name });
  const listOf = async () => (await client.get('/contacts-type')).body.message.contactTypes;

  it('lists types as they were added', async () => {
    expect(withoutNames(await add(' Customers '))).to.deep.include(ADDED);
    const list = await client.get('/contacts-type');
    expect(list.status).to.equal(200);
    const [type] = list.body.message.contactTypes;
    expect(list.body).to.deep.equal({
      status: 'success',
      message: {
        contactTypes: [
          {
            id: type.id,
            user_id: client.user_id,
            name: 'Customers',
            deleted_at: null,
            created_at: type.created_at,
            updated_at: type.updated_at,
            contacts_count: 0,
          },
        ],
      },
    });
    expect(type.id).to.be.a('number');
    expect(type.created_at).to.match(TIMESTAMP);
  });

  it('shows a type without its number of contacts', async () => {
    await add('Customers');
    const [{ contacts_count: _, ...contactType }] = await listOf();
    expect((await client.get(`/contacts-type/view?contact_type_id=${contactType.id}`)).body).to.deep.equal({
      status: 'success',
      message: { contactType },
    });
  });

  it('renames a type', async () => {
    await add('Customers');
    const [{ id }] = await listOf();
    expect((await client.post('/contacts-type/update', { id, name: 'Clients' })).body).to.deep.equal({
      status: 'success',
      message: 'Updated Successfully',
    });
    expect((await listOf())[0].name).to.equal('Clients');
  });

  it('answers 404 after a type is deleted', async () => {
    await add('Customers');
    const [{ id }] = await listOf();
    expect((await client.delete(`/contacts-type/delete?contact_type_id=${id}`)).body).to.deep.equal({
      status: 'success',
      errors: 'Deleted Successfully',
    });
    expect(await client.get(`/contacts-type/view?contact_type_id=${id}`)).to.deep.include(RECORD_NOT_FOUND);
    expect(await listOf()).to.deep.equal([]);
  });

  it('refuses a name that is missing, blank or short', async () => {
    const required = {
      status: 422,
      body: { status: 'failed', errors: { name: ['The name field is required.'] } },
    };
    expect(await client.post('/contacts-type/add', {})).to.deep.include(required);
    expect(await client.post('/contacts-type/add', { name: '  ' })).to.deep.include(required);
    expect((await client.post('/contacts-type/add', { name: 'a' })).body.errors).to.deep.equal({
      name: ['The name field must be at least 2 characters.'],
    });
  });

  it('lists pages by id', async () => {
    for (const name of ['One', 'Two', 'Three']) await add(name);
    const names = (body: { message: { contactTypes: { name: string }[] } }) =>
      body.message.contactTypes.map((type) => type.name);
    const first = (await client.get('/contacts-type?limit=2')).body;
    expect(names(first)).to.deep.equal(['One', 'Two']);
    const second = (await client.get(`/contacts-type?limit=2&after_id=${first.next_after_id}`)).body;
    expect(names(second)).to.deep.equal(['Three']);
    expect(second.next_after_id).to.equal(null);
  });

  it('refuses a page of no entries', async () => {
    expect((await client.get('/contacts-type?limit=0')).body.errors).to.deep.equal({
      limit: ['The limit field must be between 1 and 10000.'],
    });
  });
});
