import { expect } from 'chai';
import { ADDED, DELETED, RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { startApiProcess } from '../../support/api-process.ts';
import { withoutNames } from '../../support/made.ts';
import { watch } from '../../support/notices.ts';

describe('the list of notification recipients', () => {
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
  const idsOf = async (): Promise<number[]> => (await listOf()).map(({ id }: { id: number }) => id);
  const saveThree = async () => {
    for (const name of ['a', 'b', 'c']) await save(`${name}@example.com`);
    return idsOf();
  };
  const remove = (owner: Client, id: number) => owner.delete(`/notification-recipient/delete?id=${id}`);
  const bulk = (owner: Client, strIds: unknown[]) =>
    owner.post('/notification-recipient/bulk-delete', { strIds });

  it('shows recipients as they were saved', async () => {
    expect(withoutNames(await save(' Ada@Example.com ', ' Ada Lovelace '))).to.deep.include(ADDED);
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
  });

  it('omits deleted recipients, and answers 404 to a second deletion', async () => {
    await save('ada@example.com');
    const [{ id }] = await listOf();
    expect(await remove(client, id)).to.deep.include(DELETED);
    expect(await remove(client, id)).to.deep.include(RECORD_NOT_FOUND);
    expect(await listOf()).to.deep.equal([]);
  });

  it('names missing inputs, with a text of its own for the owner', async () => {
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
    expect((await client.delete('/notification-recipient/delete')).body.errors).to.deep.equal({
      id: ['The id field is required.'],
    });
    expect((await client.post('/notification-recipient/bulk-delete')).body.errors).to.deep.equal({
      strIds: ['The strIds field is required.'],
    });
  });

  it('refuses a wrong address, and an owner that is not a text', async () => {
    expect((await save('nobody', { first: 'Ada' })).body.errors).to.deep.equal({
      email_address: ['The email address field must be a valid email address.'],
      email_owner: ['The email owner field format is invalid.'],
    });
  });

  it('deletes several recipients by a list, and ignores wrong ids in it', async () => {
    const ids = await saveThree();
    expect(await bulk(client, [ids[0], ids[2], 'x'])).to.deep.include(DELETED);
    expect(await idsOf()).to.deep.equal([ids[1]]);
  });

  describe('with at most 50 recipients', () => {
    const fill = async (count: number) => {
      for (let number = 0; number < count; number += 1) await watch(client, `reader-${number}@example.com`);
    };
    const FULL = {
      status: 409,
      body: { status: 'failed', errors: 'An account has at most 50 notification recipients' },
    };

    it('refuses one more, until one is deleted', async () => {
      await fill(49);
      expect((await save('fiftieth@example.com')).status).to.equal(200);
      expect(await save('beyond@example.com')).to.deep.include(FULL);
      const ids = await idsOf();
      expect(ids).to.have.length(50);
      await remove(client, ids[0]!);
      expect((await save('again@example.com')).status).to.equal(200);
    });

    it('takes exactly so many when two processes add them at the same moment', async () => {
      await fill(40);
      const other = await startApiProcess(api.config);
      try {
        const headers = {
          PublicKey: client.public_key,
          SecretKey: client.secret_key,
          'Content-Type': 'application/json',
        };
        const statuses = await Promise.all(
          Array.from({ length: 30 }, async (_, number) => {
            const email_address = `rush-${number}@example.com`;
            if (number % 2 === 0) return (await save(email_address)).status;
            const body = JSON.stringify({ email_address, email_owner: 'Ada' });
            const path = '/api/notification-recipient/save';
            return (await fetch(`${other.url}${path}`, { method: 'POST', headers, body })).status;
          }),
        );
        expect(statuses.filter((status) => status === 200)).to.have.length(10);
        expect(statuses.filter((status) => status === 409)).to.have.length(20);
        expect(await listOf()).to.have.length(50);
      } finally {
        await other.end('SIGKILL');
      }
    }).timeout(120_000);

    it('keeps those of an account that has more, and adds none', async () => {
      await fill(55);
      expect(await save('beyond@example.com')).to.deep.include(FULL);
      expect(await listOf()).to.have.length(55);
    });
  });

  it('hides the recipients from other accounts', async () => {
    const ids = await saveThree();
    const stranger = await api.account();
    expect(await listOf(stranger)).to.deep.equal([]);
    expect(await bulk(stranger, ids)).to.deep.include(RECORD_NOT_FOUND);
    expect(await remove(stranger, ids[0]!)).to.deep.include(RECORD_NOT_FOUND);
    expect(await idsOf()).to.deep.equal(ids);
  });
});
