import { expect } from 'chai';
import { type Api, type Client, startApi } from '../support/api.ts';
import { withoutNames } from '../support/made.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('contact types', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-contact-types');
    client = await api.account();
  });
  after(() => api.stop());

  it('adds, lists, views, renames and deletes one', async () => {
    expect(withoutNames(await client.post('/contacts-type/add', { name: ' Customers ' }))).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Added Successfully' },
    });
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

    const { contacts_count: _, ...plain } = type;
    expect((await client.get(`/contacts-type/view?contact_type_id=${type.id}`)).body).to.deep.equal({
      status: 'success',
      message: { contactType: plain },
    });
    expect((await client.post('/contacts-type/update', { id: type.id, name: 'Clients' })).body).to.deep.equal(
      {
        status: 'success',
        message: 'Updated Successfully',
      },
    );
    expect((await client.delete(`/contacts-type/delete?contact_type_id=${type.id}`)).body).to.deep.equal({
      status: 'success',
      errors: 'Deleted Successfully',
    });
    const gone = await client.get(`/contacts-type/view?contact_type_id=${type.id}`);
    expect(gone).to.deep.include({ status: 404, body: { status: 'failed', errors: 'Record Not Found' } });
    expect((await client.get('/contacts-type')).body.message.contactTypes).to.deep.equal([]);
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

  it('pages by id', async () => {
    const pager = await api.account();
    for (const name of ['One', 'Two', 'Three']) await pager.post('/contacts-type/add', { name });
    const names = (body: { message: { contactTypes: { name: string }[] } }) =>
      body.message.contactTypes.map((type) => type.name);
    const first = (await pager.get('/contacts-type?limit=2')).body;
    expect(names(first)).to.deep.equal(['One', 'Two']);
    const second = (await pager.get(`/contacts-type?limit=2&after_id=${first.next_after_id}`)).body;
    expect(names(second)).to.deep.equal(['Three']);
    expect(second.next_after_id).to.equal(null);
    expect((await pager.get('/contacts-type?limit=0')).body.errors).to.deep.equal({
      limit: ['The limit field must be between 1 and 10000.'],
    });
  });
});
