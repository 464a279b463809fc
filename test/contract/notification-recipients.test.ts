import { expect } from 'chai';
import { type Api, type Client, startApi } from '../support/api.ts';
import { withoutNames } from '../support/made.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const MISSING = { status: 404, body: { status: 'failed', errors: 'Record Not Found' } };
const DELETED = { status: 200, body: { status: 'success', message: 'Deleted Successfully' } };

describe('notification recipients', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-notification-recipients');
  });
  beforeEach(async () => {
    client = await api.account();
  });
  after(() => api.stop());

  const save = (email_address: unknown, email_owner: unknown = 'Ada') =>
    client.post('/notification-recipient/save', { email_address, email_owner });
  const listOf = async (owner = client) =>
    (await owner.get('/notification-recipients')).body.message.notifications;

  it('saves, lists and deletes one', async () => {
    expect(withoutNames(await save(' Ada@Example.com ', ' Ada Lovelace '))).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Added Successfully' },
    });
    const list = await client.get('/notification-recipients');
    const [recipient] = list.body.message.notifications;
    expect(list).to.deep.include({
      status: 200,
      body: {
        status: 'success',
        message: {
          notifications: [
            {
              id: recipient.id,
              user_id: client.user_id,
              email_address: 'Ada@Example.com',
              email_owner: 'Ada Lovelace',
              confirmed: 0,
              created_at: recipient.created_at,
              updated_at: recipient.updated_at,
            },
          ],
        },
      },
    });
    expect(recipient.id).to.be.a('number');
    expect(recipient.created_at).to.match(TIMESTAMP);
    expect(await client.delete(`/notification-recipient/delete?id=${recipient.id}`)).to.deep.include(DELETED);
    expect(await client.delete(`/notification-recipient/delete?id=${recipient.id}`)).to.deep.include(MISSING);
    expect(await listOf()).to.deep.equal([]);
  });

  it('says what is missing, the owner in words of its own', async () => {
    const missing = {
      status: 422,
      body: {
        status: 'failed',
        errors: {
          email_address: ['The email address field is required.'],
          email_owner: ['The name field is required'],
        },
      },
    };
    expect(await client.post('/notification-recipient/save', {})).to.deep.include(missing);
    expect(await save('', ' ')).to.deep.include(missing);
    expect((await save('nobody', { first: 'Ada' })).body.errors).to.deep.equal({
      email_address: ['The email address field must be a valid email address.'],
      email_owner: ['The email owner field format is invalid.'],
    });
    expect((await client.delete('/notification-recipient/delete')).body.errors).to.deep.equal({
      id: ['The id field is required.'],
    });
    expect((await client.post('/notification-recipient/bulk-delete')).body.errors).to.deep.equal({
      strIds: ['The strIds field is required.'],
    });
  });

  it('deletes many, of this account alone', async () => {
    for (const name of ['a', 'b', 'c']) await save(`${name}@example.com`);
    const ids = (await listOf()).map((one: { id: number }) => one.id);
    const stranger = await api.account();
    const bulk = (owner: Client, strIds: unknown[]) =>
      owner.post('/notification-recipient/bulk-delete', { strIds });
    expect(await listOf(stranger)).to.deep.equal([]);
    expect(await bulk(stranger, ids)).to.deep.include(MISSING);
    expect(await stranger.delete(`/notification-recipient/delete?id=${ids[0]}`)).to.deep.include(MISSING);
    expect(await bulk(client, [ids[0], ids[2], 'x'])).to.deep.include(DELETED);
    expect((await listOf()).map((one: { id: number }) => one.id)).to.deep.equal([ids[1]]);
  });
});
