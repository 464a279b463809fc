import { expect } from 'chai';
import { addOptOuts } from '../../../common/changes/suppressions.ts';
import { ADDED, DELETED, RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { withoutNames } from '../../support/made.ts';

describe('the API of global unsubscribes', () => {
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

  it('lists addresses in their original spelling and order', async () => {
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

  it('keeps an address once, in any spelling', async () => {
    await save('a@example.com,A@EXAMPLE.COM,b@example.com');
    expect(withoutNames(await save('B@example.com,c@example.com'))).to.deep.include(ADDED);
    expect(withoutNames(await save('c@example.com'))).to.deep.include(ADDED);
    expect(await addressesOf()).to.deep.equal(['a@example.com', 'b@example.com', 'c@example.com']);
  });

  it('keeps an address once when parallel requests save it', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `m${index}@example.com`).join(',');
    const answers = await Promise.all([save(many), save(many), save(many)]);
    for (const answer of answers) expect(withoutNames(answer)).to.deep.include(ADDED);
    expect(await addressesOf()).to.have.length(50);
  });

  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index) => `m${index}@example.com`).join(',');

  it('accepts 10,000 at once', async () => {
    expect(withoutNames(await save(numbered(10_000)))).to.deep.include(ADDED);
    expect(await listOf()).to.have.length(10_000);
  });

  it('refuses more than 10,000 at once', async () => {
    expect(await save(numbered(10_001))).to.deep.include({
      status: 422,
      body: {
        status: 'failed',
        errors: { email_address: ['The email address field must not have more than 10000 items.'] },
      },
    });
    expect(await listOf()).to.deep.equal([]);
  });

  for (const [what, given] of Object.entries({
    missing: undefined,
    blank: ' ',
    'only commas': ' , ,',
  })) {
    it(`refuses an address that is ${what}`, async () => {
      expect(await save(given)).to.deep.include({
        status: 422,
        body: { status: 'failed', errors: { email_address: ['The email address field is required.'] } },
      });
    });
  }

  it('refuses the whole list when one entry is not an address, and names the entry', async () => {
    expect(await save('a@example.com, b@@example.com')).to.deep.include({
      status: 422,
      body: {
        status: 'failed',
        errors: { email_address: ['The email address field must be a valid email address: b@@example.com.'] },
      },
    });
    expect(await listOf()).to.deep.equal([]);
  });

  const remove = (id: number, owner = client) => owner.delete(`/global-unsubscribes/delete?id=${id}`);
  const bulk = (strIds: unknown, owner = client) =>
    owner.post('/global-unsubscribes/bulk-delete', { strIds });

  it('deletes one entry at a time', async () => {
    await save('a@example.com,b@example.com');
    const [{ id }] = await listOf();
    expect(await remove(id)).to.deep.include(DELETED);
    expect(await remove(id)).to.deep.include(RECORD_NOT_FOUND);
    expect(await addressesOf()).to.deep.equal(['b@example.com']);
  });

  it('deletes many entries together, and ignores unknown ids', async () => {
    await save('a@example.com,b@example.com,c@example.com');
    const [a, b] = (await listOf()).map((row: { id: number }) => row.id);
    expect(await bulk([a, b, 'x', 0])).to.deep.include(DELETED);
    expect(await bulk([a, b])).to.deep.include(RECORD_NOT_FOUND);
    expect(await addressesOf()).to.deep.equal(['c@example.com']);
  });

  it('needs an id to delete', async () => {
    expect((await client.delete('/global-unsubscribes/delete')).body.errors).to.deep.equal({
      id: ['The id field is required.'],
    });
    expect((await bulk([])).body.errors).to.deep.equal({ strIds: ['The strIds field is required.'] });
  });

  it('omits the addresses of groups', async () => {
    await addOptOuts(client.user_id, 5, ['group@example.com']);
    await save('a@example.com');
    expect(await addressesOf()).to.deep.equal(['a@example.com']);
    const [{ id }] = await listOf();
    expect(await remove(id - 1)).to.deep.include(RECORD_NOT_FOUND);
  });

  it('answers 404 to other accounts', async () => {
    await save('a@example.com');
    const [{ id }] = await listOf();
    const stranger = await api.account();
    expect(await listOf(stranger)).to.deep.equal([]);
    expect(await remove(id, stranger)).to.deep.include(RECORD_NOT_FOUND);
    expect(await bulk([id], stranger)).to.deep.include(RECORD_NOT_FOUND);
    expect(await addressesOf()).to.deep.equal(['a@example.com']);
  });
});
