import { expect } from 'chai';
import { addOptOuts } from '../../common/queries/suppressions.ts';
import { type Api, type Client, startApi } from '../support/api.ts';
import { withoutNames } from '../support/made.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const MISSING = { status: 404, body: { status: 'failed', errors: 'Record Not Found' } };
const ADDED = { status: 200, body: { status: 'success', message: 'Added Successfully' } };
const DELETED = { status: 200, body: { status: 'success', message: 'Deleted Successfully' } };

describe('global unsubscribes', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-global-unsubscribes');
  });
  beforeEach(async () => {
    client = await api.account();
  });
  after(() => api.stop());

  const save = (email_address: unknown) => client.post('/global-unsubscribes/save', { email_address });
  const listOf = async (owner = client) =>
    (await owner.get('/global-unsubscribes')).body.message.unSubscribers;
  const addressesOf = async () => (await listOf()).map((row: { email_address: string }) => row.email_address);

  it('saves and lists addresses, in their spelling and order', async () => {
    expect(withoutNames(await save(' B@Example.com , a@example.com,'))).to.deep.include(ADDED);
    const { status, body } = await client.get('/global-unsubscribes');
    expect(status).to.equal(200);
    const [first, second] = body.message.unSubscribers;
    const row = (given: typeof first, email_address: string) => ({
      id: given.id,
      user_id: client.user_id,
      unsubscribe_groups_id: null,
      email_address,
      created_at: given.created_at,
      updated_at: given.updated_at,
    });
    expect(body).to.deep.equal({
      status: 'success',
      message: { unSubscribers: [row(first, 'B@Example.com'), row(second, 'a@example.com')] },
    });
    expect(second.id).to.be.greaterThan(first.id);
    expect(first.created_at).to.match(TIMESTAMP);
  });

  it('keeps an address once, whatever its spelling, and by whatever many requests', async () => {
    await save('a@example.com,A@EXAMPLE.COM,b@example.com');
    expect(withoutNames(await save('B@example.com,c@example.com'))).to.deep.include(ADDED);
    expect(withoutNames(await save('c@example.com'))).to.deep.include(ADDED);
    expect(await addressesOf()).to.deep.equal(['a@example.com', 'b@example.com', 'c@example.com']);
    const many = Array.from({ length: 50 }, (_, index) => `m${index}@example.com`).join(',');
    const answers = await Promise.all([save(many), save(many), save(many)]);
    for (const answer of answers) expect(withoutNames(answer)).to.deep.include(ADDED);
    expect(await addressesOf()).to.have.length(53);
  });

  it('takes 10,000 at once, and one more not at all', async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => `m${index}@example.com`);
    expect(await save(many.join(','))).to.deep.include({
      status: 422,
      body: {
        status: 'failed',
        errors: { email_address: ['The email address field must not have more than 10000 items.'] },
      },
    });
    expect(await listOf()).to.deep.equal([]);
    expect(withoutNames(await save(many.slice(1).join(',')))).to.deep.include(ADDED);
    expect(await listOf()).to.have.length(10_000);
  });

  for (const [what, given] of Object.entries({
    missing: undefined,
    blank: ' ',
    'nothing but commas': ' , ,',
  })) {
    it(`needs an address: one is ${what}`, async () => {
      expect(await save(given)).to.deep.include({
        status: 422,
        body: { status: 'failed', errors: { email_address: ['The email address field is required.'] } },
      });
    });
  }

  it('refuses all for one that is no address, and names it', async () => {
    expect(await save('a@example.com, b@@example.com')).to.deep.include({
      status: 422,
      body: {
        status: 'failed',
        errors: { email_address: ['The email address field must be a valid email address: b@@example.com.'] },
      },
    });
    expect(await listOf()).to.deep.equal([]);
  });

  it('deletes one', async () => {
    await save('a@example.com,b@example.com');
    const [{ id }] = await listOf();
    expect(await client.delete(`/global-unsubscribes/delete?id=${id}`)).to.deep.include(DELETED);
    expect(await client.delete(`/global-unsubscribes/delete?id=${id}`)).to.deep.include(MISSING);
    expect(await addressesOf()).to.deep.equal(['b@example.com']);
    expect((await client.delete('/global-unsubscribes/delete')).body.errors).to.deep.equal({
      id: ['The id field is required.'],
    });
  });

  it('deletes many', async () => {
    await save('a@example.com,b@example.com,c@example.com');
    const [a, b] = (await listOf()).map((row: { id: number }) => row.id);
    const remove = (strIds: unknown) => client.post('/global-unsubscribes/bulk-delete', { strIds });
    expect(await remove([a, b, 'x', 0])).to.deep.include(DELETED);
    expect(await remove([a, b])).to.deep.include(MISSING);
    expect(await addressesOf()).to.deep.equal(['c@example.com']);
    expect((await remove([])).body.errors).to.deep.equal({ strIds: ['The strIds field is required.'] });
  });

  it('has nothing to do with those of a group, or of another account', async () => {
    await addOptOuts(client.user_id, 5, ['group@example.com']);
    await save('a@example.com');
    expect(await addressesOf()).to.deep.equal(['a@example.com']);
    const [{ id }] = await listOf();
    const stranger = await api.account();
    expect(await listOf(stranger)).to.deep.equal([]);
    expect(await stranger.delete(`/global-unsubscribes/delete?id=${id}`)).to.deep.include(MISSING);
    expect(await stranger.post('/global-unsubscribes/bulk-delete', { strIds: [id] })).to.deep.include(
      MISSING,
    );
    expect(await client.delete(`/global-unsubscribes/delete?id=${id - 1}`)).to.deep.include(MISSING);
    expect(await addressesOf()).to.deep.equal(['a@example.com']);
  });
});
