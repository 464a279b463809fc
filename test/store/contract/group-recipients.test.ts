import { expect } from 'chai';
import { Suppression } from '../../../common/models/suppressions.ts';
import { ADDED, DELETED, RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { withoutNames } from '../../support/made.ts';
import { rows } from '../../support/rows.ts';
import { suppressBounced } from '../../support/suppressions.ts';

const GROUP = { group_name: 'News', description: 'Once a week', is_display: 1 };

describe('the API of recipients of an unsubscribe group', () => {
  let api: Api;
  let client: Client;
  let group: number;

  before(async () => {
    api = await startApi('contract-group-recipients');
  });
  beforeEach(async () => {
    client = await api.account();
    group = await addGroup();
  });
  after(() => api.stop());

  const groupsOf = async () => (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;
  const addGroup = async (): Promise<number> => {
    await client.post('/unsubscribes-groups/save', GROUP);
    return (await groupsOf()).at(-1).id;
  };
  const add = (email_address: unknown, unsubscribe_groups_id: unknown = group) =>
    client.post('/unsubscribes-groups/manually-add', { unsubscribe_groups_id, email_address });
  const listOf = async (id: number = group) =>
    (await client.get(`/unsubscribes-groups/recipients-list?groupId=${id}`)).body.message.recipients;
  const addressesOf = async (id?: number) =>
    (await listOf(id)).map((row: { email_address: string }) => row.email_address);

  const remove = (id: number, owner = client) =>
    owner.delete(`/unsubscribes-groups/recipients-delete?id=${id}`);

  it('adds and lists each recipient once', async () => {
    expect(withoutNames(await add('Ann@Example.com, bob@example.com'))).to.deep.include(ADDED);
    expect(withoutNames(await add('ann@example.com,eve@example.com'))).to.deep.include(ADDED);
    const list = await client.get(`/unsubscribes-groups/recipients-list?groupId=${group}`);
    const recipients = list.body.message.recipients;
    expect(list).to.deep.include({
      status: 200,
      body: {
        status: 'success',
        message: {
          recipients: ['Ann@Example.com', 'bob@example.com', 'eve@example.com'].map((email_address, at) => ({
            id: recipients[at].id,
            user_id: client.user_id,
            unsubscribe_groups_id: group,
            email_address,
            created_at: recipients[at].created_at,
            updated_at: recipients[at].updated_at,
          })),
        },
      },
    });
    expect(recipients[0].created_at).to.match(TIMESTAMP);
  });

  it('counts each recipient once', async () => {
    await add('Ann@Example.com, bob@example.com');
    await add('ann@example.com,eve@example.com');
    expect((await groupsOf())[0].unsubscribe_clients_count).to.equal(3);
  });

  it('omits the recipients of the global list', async () => {
    await add('ann@example.com');
    await client.post('/global-unsubscribes/save', { email_address: 'ann@example.com' });
    expect(await addressesOf()).to.deep.equal(['ann@example.com']);
    const [global] = (await client.get('/global-unsubscribes')).body.message.unSubscribers;
    expect(global.unsubscribe_groups_id).to.equal(null);
    expect(await remove(global.id)).to.deep.include(RECORD_NOT_FOUND);
    const [own] = await listOf();
    expect(await client.delete(`/global-unsubscribes/delete?id=${own.id}`)).to.deep.include(RECORD_NOT_FOUND);
  });

  it('deletes a recipient from one group, and leaves other groups unchanged', async () => {
    const other = await addGroup();
    await add('ann@example.com');
    await add('ann@example.com', other);
    const [own] = await listOf(other);
    expect(await remove(own.id)).to.deep.include(DELETED);
    expect(await addressesOf(other)).to.deep.equal([]);
    expect(await addressesOf()).to.deep.equal(['ann@example.com']);
  });

  const bulk = (strIds: unknown[]) => client.post('/unsubscribes-groups/recipients-bulk-delete', { strIds });

  it('deletes many together', async () => {
    await add('a@example.com,b@example.com,c@example.com');
    const [a, b] = await listOf();
    expect(await bulk([a.id, b.id, 'x'])).to.deep.include(DELETED);
    expect(await addressesOf()).to.deep.equal(['c@example.com']);
  });

  it('omits addresses that bounced, and refuses to delete them', async () => {
    await add('a@example.com');
    await suppressBounced(client.user_id, ['d@example.com']);
    const bounced = (await rows(Suppression).findOne({ user_id: client.user_id, reason: 'bounced' }))!;
    expect(await bulk([bounced._id, 'x'])).to.deep.include(RECORD_NOT_FOUND);
    expect(await bulk([(await listOf())[0].id, bounced._id])).to.deep.include(DELETED);
    expect(await rows(Suppression).countDocuments({ _id: bounced._id })).to.equal(1);
  });

  it('names missing inputs', async () => {
    expect((await client.post('/unsubscribes-groups/manually-add')).body.errors).to.deep.equal({
      unsubscribe_groups_id: ['The unsubscribe groups id field is required.'],
      email_address: ['The email address field is required.'],
    });
    expect((await client.get('/unsubscribes-groups/recipients-list')).body.errors).to.deep.equal({
      groupId: ['The groupId field is required.'],
    });
  });

  it('names an entry that is not an address', async () => {
    expect((await add('a@example.com, nobody')).body.errors).to.deep.equal({
      email_address: ['The email address field must be a valid email address: nobody.'],
    });
  });

  it('answers 404 for a missing group', async () => {
    expect(await add('a@example.com', 'x')).to.deep.include(RECORD_NOT_FOUND);
    expect(await add('a@example.com', 999_999)).to.deep.include(RECORD_NOT_FOUND);
    for (const id of ['x', '999999', '-1']) {
      expect(await client.get(`/unsubscribes-groups/recipients-list?groupId=${id}`)).to.deep.include(
        RECORD_NOT_FOUND,
      );
    }
  });

  it('answers 404 to other accounts for recipients and groups', async () => {
    await add('a@example.com');
    const [own] = await listOf();
    const stranger = await api.account();
    for (const path of [`recipients-list?groupId=${group}`, `details?id=${group}`]) {
      expect(await stranger.get(`/unsubscribes-groups/${path}`)).to.deep.include(RECORD_NOT_FOUND);
    }
    expect(await stranger.post(`/unsubscribes-groups/update?id=${group}`, GROUP)).to.deep.include(
      RECORD_NOT_FOUND,
    );
    expect(
      await stranger.post('/unsubscribes-groups/manually-add', {
        unsubscribe_groups_id: group,
        email_address: 'b@example.com',
      }),
    ).to.deep.include(RECORD_NOT_FOUND);
    expect(await remove(own.id, stranger)).to.deep.include(RECORD_NOT_FOUND);
    expect(await addressesOf()).to.deep.equal(['a@example.com']);
  });
});
