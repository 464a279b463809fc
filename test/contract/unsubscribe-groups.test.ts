import { expect } from 'chai';
import { addOptOuts } from '../../common/queries/suppressions.ts';
import { type Api, type Client, startApi } from '../support/api.ts';
import { withoutNames } from '../support/made.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('unsubscribe groups', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-unsubscribe-groups');
    client = await api.account();
  });
  after(() => api.stop());

  const save = (fields: Record<string, unknown>) => client.post('/unsubscribes-groups/save', fields);

  it('saves and lists them, with the number of those who left', async () => {
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

    await addOptOuts(client.user_id, news.id, ['a@example.com', 'b@example.com']);
    await addOptOuts(client.user_id, null, ['c@example.com']);
    const counted = (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;
    expect(counted.map((group: typeof news) => group.unsubscribe_clients_count)).to.deep.equal([2, 0]);
  });

  it('says what is missing, or wrong', async () => {
    expect(await save({})).to.deep.include({
      status: 422,
      body: {
        status: 'failed',
        errors: {
          group_name: ['The group name field is required.'],
          description: ['The description field is required.'],
          is_display: ['The is display field is required.'],
        },
      },
    });
    const wrong = await save({ group_name: 'x'.repeat(256), description: { a: 1 }, is_display: 2 });
    expect(wrong.body.errors).to.deep.equal({
      group_name: ['The group name field must not be greater than 255 characters.'],
      description: ['The description field format is invalid.'],
      is_display: ['The selected is display is invalid.'],
    });
  });

  it('shows one, and changes it by the id in the query', async () => {
    await save({ group_name: 'Events', description: 'Meet us', is_display: 1 });
    const { unsubscribe_clients_count: _, ...group } = (
      await client.get('/unsubscribes-groups')
    ).body.message.unsubscribesGroups.at(-1);
    const details = () => client.get(`/unsubscribes-groups/details?id=${group.id}`);
    expect(await details()).to.deep.include({
      status: 200,
      body: { status: 'success', message: { unsubscribesGroup: group } },
    });
    const changed = { group_name: 'Fairs', description: 'Meet us there', is_display: 0 };
    // An id in the body is none: the specification puts it into the query.
    expect(
      (await client.post('/unsubscribes-groups/update', { ...changed, id: group.id })).body.errors,
    ).to.deep.equal({ id: ['The id field is required.'] });
    expect(await client.post(`/unsubscribes-groups/update?id=${group.id}`, changed)).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Updated Successfully' },
    });
    const after = (await details()).body.message.unsubscribesGroup;
    expect(after).to.deep.equal({ ...group, ...changed, updated_at: after.updated_at });

    expect((await client.post('/unsubscribes-groups/update', {})).body.errors).to.deep.equal({
      id: ['The id field is required.'],
      group_name: ['The group name field is required.'],
      description: ['The description field is required.'],
      is_display: ['The is display field is required.'],
    });
    const missing = { status: 404, body: { status: 'failed', errors: 'Record Not Found' } };
    for (const id of ['x', '999999']) {
      expect(await client.post(`/unsubscribes-groups/update?id=${id}`, changed)).to.deep.include(missing);
      expect(await client.get(`/unsubscribes-groups/details?id=${id}`)).to.deep.include(missing);
    }
  });

  it('shows an account its own alone', async () => {
    const stranger = await api.account();
    expect((await stranger.get('/unsubscribes-groups')).body.message.unsubscribesGroups).to.deep.equal([]);
  });
});
