import { expect } from 'chai';
import { type Api, type Client, startApi } from '../support/api.ts';
import { contactBook } from '../support/contact-book.ts';

const MISSING = { status: 404, body: { status: 'failed', errors: 'Record Not Found' } };

describe('contacts that go, or are not there', () => {
  let api: Api;
  let client: Client;
  let book: ReturnType<typeof contactBook>;
  let typeId: number;

  before(async () => {
    api = await startApi('contract-contacts-deletion');
    client = await api.account();
    book = contactBook(client);
    typeId = await book.addType('Customers');
    await client.post('/custom-fields/save', { field_name: 'age', field_type: 'number' });
    await client.post('/contacts/add', least('bare@example.com'));
  });
  after(() => api.stop());

  const least = (email: string) => ({ contact_type_id: typeId, email, country: 84 });

  it('deletes one, whose address is free again', async () => {
    await client.post('/contacts/add', least('gone@example.com'));
    const id = await book.idOf('gone@example.com');
    const path = `/contacts/delete?contact_id=${id}`;
    expect(await client.delete(path)).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Deleted Successfully' },
    });
    expect(await client.delete(path)).to.deep.include(MISSING);
    expect(await client.get(`/contacts/details?contact_id=${id}`)).to.deep.include(MISSING);
    expect(
      await client.post('/contacts/update', { ...least('gone@example.com'), contact_id: id }),
    ).to.deep.include(MISSING);
    expect((await client.post('/contacts/add', least('gone@example.com'))).status).to.equal(200);
    expect(await book.idOf('gone@example.com')).to.be.greaterThan(id);
  });

  it('deletes many: those that are there, or it is a failure', async () => {
    await client.post('/contacts/add', least('one@example.com'));
    await client.post('/contacts/add', least('two@example.com'));
    const ids = [await book.idOf('one@example.com'), await book.idOf('two@example.com')];
    expect(await client.post('/contacts/bulk-delete', { strIds: [999_999, 'x'] })).to.deep.include(MISSING);
    expect(await client.post('/contacts/bulk-delete', { strIds: [...ids, 999_999, 'x'] })).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Deleted Successfully' },
    });
    expect(await book.idOf('one@example.com')).to.equal(undefined);
    expect(await client.post('/contacts/bulk-delete', { strIds: ids })).to.deep.include(MISSING);
    expect((await client.post('/contacts/bulk-delete', {})).body.errors).to.deep.equal({
      strIds: ['The strIds field is required.'],
    });
  });

  it('hides the contacts of a deleted type at once', async () => {
    const type = await book.addType('Hidden');
    await client.post('/contacts/add', { ...least('hidden@example.com'), contact_type_id: type });
    const id = await book.idOf('hidden@example.com');
    await client.delete(`/contacts-type/delete?contact_type_id=${type}`);
    expect(await book.idOf('hidden@example.com')).to.equal(undefined);
    expect(await client.get(`/contacts/details?contact_id=${id}`)).to.deep.include(MISSING);
    expect(await client.delete(`/contacts/delete?contact_id=${id}`)).to.deep.include(MISSING);
    expect(await client.post('/contacts/bulk-delete', { strIds: [id] })).to.deep.include(MISSING);
    const added = await client.post('/contacts/add', { ...least('late@example.com'), contact_type_id: type });
    expect(added.body.errors).to.deep.equal({
      contact_type_id: ['The selected contact type id is invalid.'],
    });
  });

  it('knows nothing of another account', async () => {
    const stranger = await api.account();
    const id = await book.idOf('bare@example.com');
    const own = await contactBook(stranger).addType('Own');
    expect(await contactBook(stranger).list()).to.deep.equal([]);
    expect(await stranger.get(`/contacts/details?contact_id=${id}`)).to.deep.include(MISSING);
    expect(await stranger.delete(`/contacts/delete?contact_id=${id}`)).to.deep.include(MISSING);
    expect(await stranger.post('/contacts/bulk-delete', { strIds: [id] })).to.deep.include(MISSING);
    const update = { ...least('mine@example.com'), contact_id: id, contact_type_id: own };
    expect(await stranger.post('/contacts/update', update)).to.deep.include(MISSING);
    expect((await stranger.post('/contacts/add', least('a@example.com'))).body.errors).to.deep.equal({
      contact_type_id: ['The selected contact type id is invalid.'],
    });
    const borrowed = { ...least('a@example.com'), contact_type_id: own, custom_field: { age: 1 } };
    expect((await stranger.post('/contacts/add', borrowed)).body.errors).to.deep.equal({
      custom_field: ['The selected custom field age is invalid.'],
    });
    expect((await book.details(id)).email).to.equal('bare@example.com');
  });

  for (const path of ['details', 'delete']) {
    it(`needs an id for ${path}, and takes no object for one`, async () => {
      const ask = (query: string) =>
        client.request(`/contacts/${path}${query}`, { method: path === 'delete' ? 'DELETE' : 'GET' });
      expect((await ask('')).body.errors).to.deep.equal({
        contact_id: ['The contact id field is required.'],
      });
      expect(await ask('?contact_id=abc')).to.deep.include(MISSING);
      expect((await ask('?contact_id[$ne]=1')).body.errors).to.deep.equal({
        contact_id: ['The contact id field format is invalid.'],
      });
    });
  }
});
