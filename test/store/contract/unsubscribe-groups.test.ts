import { expect } from 'chai';
import { addOptOuts } from '../../../common/changes/suppressions.ts';
import { RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { withoutNames } from '../../support/made.ts';

describe('the API of unsubscribe groups', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-unsubscribe-groups');
  });
  beforeEach(async () => {
    client = await api.account();
  });
  after(() => api.stop());

  const EVENTS = { group_name: 'Events', description: 'Meet us', is_display: 1 };
  const FAIRS = { group_name: 'Fairs', description: 'Meet us there', is_display: 0 };
  const save = (fields: Record<string, unknown>) => client.post('/unsubscribes-groups/save', fields);
  const update = (query: string, fields: Record<string, unknown>) =>
    client.post(`/unsubscribes-groups/update${query}`, fields);
  const details = (id: number | string) => client.get(`/unsubscribes-groups/details?id=${id}`);
  const listOf = async (owner = client) =>
    (await owner.get('/unsubscribes-groups')).body.message.unsubscribesGroups;

  it('lists groups as they were saved', async () => {
    const saved = await save({ group_name: ' News ', description: 'Once a week', is_display: 1 });
    expect(withoutNames(saved)).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Saved Successfully' },
    });
    const hidden = new URLSearchParams({
      group_name: 'Offers',
      description: 'Now and then',
      is_display: 'false',
    });
    await client.post('/unsubscribes-groups/save', hidden);
    const { status, body } = await client.get('/unsubscribes-groups');
    expect(status).to.equal(200);
    const [news, offers] = body.message.unsubscribesGroups;
    const common = (given: typeof news) => ({
      id: given.id,
      user_id: client.user_id,
      rand_id: given.rand_id,
      created_at: given.created_at,
      updated_at: given.updated_at,
      unsubscribe_clients_count: 0,
    });
    expect(body).to.deep.equal({
      status: 'success',
      message: {
        unsubscribesGroups: [
          { ...common(news), group_name: 'News', description: 'Once a week', is_display: 1 },
          { ...common(offers), group_name: 'Offers', description: 'Now and then', is_display: 0 },
        ],
      },
    });
    expect(news.rand_id).to.match(/^\d+$/);
    expect(news.created_at).to.match(TIMESTAMP);
  });

  it('counts the addresses that unsubscribed from a group, and not those from all mails', async () => {
    await save(EVENTS);
    await save(FAIRS);
    const [events] = await listOf();
    await addOptOuts(client.user_id, events.id, ['a@example.com', 'b@example.com']);
    await addOptOuts(client.user_id, null, ['c@example.com']);
    const counts = (await listOf()).map((group: typeof events) => group.unsubscribe_clients_count);
    expect(counts).to.deep.equal([2, 0]);
  });

  const required = {
    group_name: ['The group name field is required.'],
    description: ['The description field is required.'],
    is_display: ['The is display field is required.'],
  };

  it('names missing inputs', async () => {
    expect(await save({})).to.deep.include({
      status: 422,
      body: { status: 'failed', errors: required },
    });
    expect((await update('', {})).body.errors).to.deep.equal({
      id: ['The id field is required.'],
      ...required,
    });
  });

  it('names wrong inputs', async () => {
    const wrong = await save({ group_name: 'x'.repeat(256), description: { a: 1 }, is_display: 2 });
    expect(wrong.body.errors).to.deep.equal({
      group_name: ['The group name field must not be greater than 255 characters.'],
      description: ['The description field format is invalid.'],
      is_display: ['The selected is display is invalid.'],
    });
  });

  it('shows details without the number of addresses', async () => {
    await save(EVENTS);
    const [{ unsubscribe_clients_count: _, ...unsubscribesGroup }] = await listOf();
    expect(await details(unsubscribesGroup.id)).to.deep.include({
      status: 200,
      body: { status: 'success', message: { unsubscribesGroup } },
    });
  });

  it('takes the id of an update from the query, as the published contract has it', async () => {
    await save(EVENTS);
    const [{ unsubscribe_clients_count: _, ...group }] = await listOf();
    expect((await update('', { ...FAIRS, id: group.id })).body.errors).to.deep.equal({
      id: ['The id field is required.'],
    });
    expect(await update(`?id=${group.id}`, FAIRS)).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Updated Successfully' },
    });
    const after = (await details(group.id)).body.message.unsubscribesGroup;
    expect(after).to.deep.equal({ ...group, ...FAIRS, updated_at: after.updated_at });
  });

  for (const [what, id] of [
    ['a text that is not an id', 'x'],
    ['an unknown id', '999999'],
  ] as const) {
    it(`answers 404 to ${what}`, async () => {
      expect(await update(`?id=${id}`, FAIRS)).to.deep.include(RECORD_NOT_FOUND);
      expect(await details(id)).to.deep.include(RECORD_NOT_FOUND);
    });
  }

  it('omits the groups of other accounts', async () => {
    await save(EVENTS);
    expect(await listOf(await api.account())).to.deep.equal([]);
  });
});
