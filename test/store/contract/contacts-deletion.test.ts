import { expect } from 'chai';
import { DELETED, RECORD_NOT_FOUND } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';

describe('the API of contacts', () => {
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

  describe('after a deletion', () => {
    let id: number;
    let path: string;

    beforeEach(async () => {
      await client.post('/contacts/add', least('gone@example.com'));
      id = await book.idOf('gone@example.com');
      path = `/contacts/delete?contact_id=${id}`;
      expect(await client.delete(path)).to.deep.include(DELETED);
    });

    it('answers 404 for the contact', async () => {
      expect(await client.delete(path)).to.deep.include(RECORD_NOT_FOUND);
      expect(await client.get(`/contacts/details?contact_id=${id}`)).to.deep.include(RECORD_NOT_FOUND);
      expect(
        await client.post('/contacts/update', { ...least('gone@example.com'), contact_id: id }),
      ).to.deep.include(RECORD_NOT_FOUND);
    });

    it('accepts the address for a new contact', async () => {
      expect((await client.post('/contacts/add', least('gone@example.com'))).status).to.equal(200);
      const again = await book.idOf('gone@example.com');
      expect(again).to.be.greaterThan(id);
      await client.delete(`/contacts/delete?contact_id=${again}`);
    });
  });

  describe('when many are deleted together', () => {
    const bulk = (body: Record<string, unknown>) => client.post('/contacts/bulk-delete', body);

    it('deletes the contacts, and ignores unknown ids among them', async () => {
      await client.post('/contacts/add', least('one@example.com'));
      await client.post('/contacts/add', least('two@example.com'));
      const strIds = [await book.idOf('one@example.com'), await book.idOf('two@example.com')];
      expect(await bulk({ strIds: [...strIds, 999_999, 'x'] })).to.deep.include(DELETED);
      expect(await book.idOf('one@example.com')).to.equal(undefined);
      expect(await bulk({ strIds })).to.deep.include(RECORD_NOT_FOUND);
    });

    it('answers 404 when all ids are unknown', async () => {
      expect(await bulk({ strIds: [999_999, 'x'] })).to.deep.include(RECORD_NOT_FOUND);
    });

    it('needs at least one id', async () => {
      expect((await bulk({})).body.errors).to.deep.equal({ strIds: ['The strIds field is required.'] });
    });
  });

  describe('after a type is deleted', () => {
    let type: number;
    let id: number;

    before(async () => {
      type = await book.addType('Hidden');
      await client.post('/contacts/add', { ...least('hidden@example.com'), contact_type_id: type });
      id = await book.idOf('hidden@example.com');
      await client.delete(`/contacts-type/delete?contact_type_id=${type}`);
    });

    it('answers 404 for its contacts at once', async () => {
      expect(await book.idOf('hidden@example.com')).to.equal(undefined);
      expect(await client.get(`/contacts/details?contact_id=${id}`)).to.deep.include(RECORD_NOT_FOUND);
      expect(await client.delete(`/contacts/delete?contact_id=${id}`)).to.deep.include(RECORD_NOT_FOUND);
      expect(await client.post('/contacts/bulk-delete', { strIds: [id] })).to.deep.include(RECORD_NOT_FOUND);
    });

    it('refuses a new contact of the type', async () => {
      const added = await client.post('/contacts/add', {
        ...least('late@example.com'),
        contact_type_id: type,
      });
      expect(added.body.errors).to.deep.equal({
        contact_type_id: ['The selected contact type id is invalid.'],
      });
    });
  });

  describe('when another account asks', () => {
    let stranger: Client;
    let own: number;

    before(async () => {
      stranger = await api.account();
      own = await contactBook(stranger).addType('Own');
    });

    it('answers 404 for the contact', async () => {
      const id = await book.idOf('bare@example.com');
      expect(await contactBook(stranger).list()).to.deep.equal([]);
      expect(await stranger.get(`/contacts/details?contact_id=${id}`)).to.deep.include(RECORD_NOT_FOUND);
      expect(await stranger.delete(`/contacts/delete?contact_id=${id}`)).to.deep.include(RECORD_NOT_FOUND);
      expect(await stranger.post('/contacts/bulk-delete', { strIds: [id] })).to.deep.include(
        RECORD_NOT_FOUND,
      );
      const update = { ...least('mine@example.com'), contact_id: id, contact_type_id: own };
      expect(await stranger.post('/contacts/update', update)).to.deep.include(RECORD_NOT_FOUND);
      expect((await book.details(id)).email).to.equal('bare@example.com');
    });

    it('refuses the contact type', async () => {
      expect((await stranger.post('/contacts/add', least('a@example.com'))).body.errors).to.deep.equal({
        contact_type_id: ['The selected contact type id is invalid.'],
      });
    });

    it('refuses the custom field', async () => {
      const borrowed = { ...least('a@example.com'), contact_type_id: own, custom_field: { age: 1 } };
      expect((await stranger.post('/contacts/add', borrowed)).body.errors).to.deep.equal({
        custom_field: ['The selected custom field age is invalid.'],
      });
    });
  });

  for (const path of ['details', 'delete']) {
    const ask = (query: string) =>
      client.request(`/contacts/${path}${query}`, { method: path === 'delete' ? 'DELETE' : 'GET' });

    it(`needs an id for ${path}`, async () => {
      expect((await ask('')).body.errors).to.deep.equal({
        contact_id: ['The contact id field is required.'],
      });
    });

    it(`answers 404 for ${path} to a text that is not an id`, async () => {
      expect(await ask('?contact_id=abc')).to.deep.include(RECORD_NOT_FOUND);
    });

    it(`refuses an object as the id for ${path}`, async () => {
      expect((await ask('?contact_id[$ne]=1')).body.errors).to.deep.equal({
        contact_id: ['The contact id field format is invalid.'],
      });
    });
  }
});
