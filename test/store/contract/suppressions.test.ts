import { expect } from 'chai';
import { Suppression } from '../../../common/models/suppressions.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { rows } from '../../support/rows.ts';
import { suppressBounced } from '../../support/suppressions.ts';

describe('the API of suppressions', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-suppressions');
  });
  after(() => api.stop());
  beforeEach(async () => {
    client = await api.account();
  });

  interface Shown {
    id: number;
    email: string;
    reason: string;
  }
  const list = async (query = ''): Promise<Shown[]> =>
    (await client.get(`/suppressions${query}`)).body.message.suppressions;
  const save = (email_address: string) => client.post('/suppressions/save', { email_address });

  it('lists suppressions with their reason', async () => {
    await suppressBounced(client.user_id, ['Gone@example.com']);
    const [shown] = await list();
    expect(shown).to.deep.include({
      email: 'Gone@example.com',
      reason: 'bounced',
      class: 'gone',
      reply: '550 5.1.1 nobody',
      utr: null,
      state: 'active',
    });
    expect(Object.keys(shown!)).to.have.members([
      'id',
      'email',
      'reason',
      'class',
      'reply',
      'utr',
      'state',
      'created_at',
    ]);
  });

  it('shows those of earlier versions as active and of unknown class', async () => {
    const at = new Date();
    await rows(Suppression).insertOne({
      _id: 900_000 + client.user_id,
      user_id: client.user_id,
      unsubscribe_groups_id: null,
      reason: 'bounced',
      email_address: 'old@example.com',
      email_norm: 'old@example.com',
      created_at: at,
      updated_at: at,
    });
    expect((await list())[0]).to.deep.include({ class: 'unknown', state: 'active' });
  });

  it('adds each address once, in any spelling', async () => {
    const first = await save('a@example.com,b@example.com');
    expect(first.body).to.deep.include({ message: 'Added Successfully' });
    const again = await save('A@EXAMPLE.com');
    expect(again.body.ids).to.deep.equal([first.body.ids[0]]);
    expect((await list()).map(({ email, reason }) => [email, reason])).to.deep.equal([
      ['a@example.com', 'manual'],
      ['b@example.com', 'manual'],
    ]);
  });

  it('keeps the reason, and opts out those who unsubscribed or complained', async () => {
    const pasted = {
      bounced: 'b1@x.com\r\nb2@x.com\r\n',
      complained: 'c1@x.com;c2@x.com',
      manual: 'm@x.com\tn@x.com',
    };
    for (const [reason, email_address] of Object.entries({ ...pasted, unsubscribed: 'u@x.com' })) {
      const { body } = await client.post('/suppressions/save', { email_address, reason });
      expect(body.ids, reason).to.have.length(reason === 'unsubscribed' ? 1 : 2);
    }
    expect((await list()).map(({ email, reason }) => `${email} ${reason}`)).to.have.members([
      'b1@x.com bounced',
      'b2@x.com bounced',
      'c1@x.com complained',
      'c2@x.com complained',
      'm@x.com manual',
      'n@x.com manual',
    ]);
    const { unSubscribers } = (await client.get('/global-unsubscribes')).body.message;
    expect(unSubscribers).to.have.length(3);
    const wrong = await client.post('/suppressions/save', { email_address: 'a@x.com', reason: 'gone' });
    expect(wrong.status).to.equal(422);
    expect(wrong.body.errors).to.deep.equal({ reason: ['The selected reason is invalid.'] });
  });

  it('suppresses for good an address that was only suspected', async () => {
    await suppressBounced(client.user_id, ['s@x.com']);
    await rows(Suppression).updateOne({ email_norm: 's@x.com' }, { $set: { state: 'suspected' } });
    await client.post('/suppressions/save', { email_address: 's@x.com', reason: 'bounced' });
    expect(await list()).to.have.length(1);
    expect((await list())[0]).to.deep.include({ state: 'active' });
  });

  it('omits people who unsubscribed, who have lists of their own', async () => {
    await client.post('/global-unsubscribes/save', { email_address: 'out@example.com' });
    expect(await list()).to.deep.equal([]);
    const [opted] = (await client.get('/global-unsubscribes')).body.message.unSubscribers;
    expect((await client.delete(`/suppressions/delete?id=${opted.id}`)).status).to.equal(404);
    await save('kept@example.com');
    expect((await client.get('/global-unsubscribes')).body.message.unSubscribers).to.have.length(1);
  });

  it('finds suppressions by address, and by its beginning', async () => {
    await save('ann@example.com,anna@example.com,bob@example.com');
    const found = async (query: string) => (await list(query)).map(({ email }) => email);
    expect(await found('?email=ANN@example.com')).to.deep.equal(['ann@example.com']);
    expect(await found('?search=ann')).to.deep.equal(['ann@example.com', 'anna@example.com']);
    expect(await found('?search=ann&limit=1')).to.deep.equal(['ann@example.com']);
  });

  it('lists and downloads the suppressions of one reason', async () => {
    await suppressBounced(client.user_id, ['one@bounced.example']);
    await save('two@manual.example');
    const emails = async (query: string) => (await list(query)).map(({ email }) => email);
    expect(await emails('?reason=bounced')).to.deep.equal(['one@bounced.example']);
    expect(await emails('?reason=manual&search=two')).to.deep.equal(['two@manual.example']);
    expect(await emails('?reason=manual&search=one')).to.deep.equal([]);
    const file = (await client.get('/suppressions/download?reason=manual')).body as string;
    expect(file).to.include('two@manual.example').and.not.include('one@bounced.example');
    expect(await client.get('/suppressions?reason=unsubscribed')).to.deep.include({ status: 422 });
  });

  it('lists and downloads entries of some days', async () => {
    const { body: saved } = await client.post('/unsubscribes-groups/save', {
      group_name: 'News',
      description: 'News',
      is_display: 1,
    });
    const group: number = saved.id;
    const addresses = ['a@one.example', 'b@two.example', 'c@three.example'];
    const email_address = addresses.join(',');
    await save(email_address);
    await client.post('/global-unsubscribes/save', { email_address });
    await client.post('/unsubscribes-groups/manually-add', {
      unsubscribe_groups_id: group,
      email_address,
    });
    for (const [at, email_norm] of addresses.entries())
      await rows(Suppression).updateMany(
        { user_id: client.user_id, email_norm },
        { $set: { created_at: new Date(`2026-05-0${at + 1}T23:59:59.999Z`) } },
      );
    const lists = [
      ['/suppressions', '/suppressions/download'],
      ['/global-unsubscribes', '/global-unsubscribes/download'],
      ['/unsubscribes-groups/recipients-list', '/unsubscribes-groups/recipients-download'],
    ] as const;
    for (const [path, download] of lists) {
      const asked = `groupId=${group}&`;
      const named = async (query: string) => {
        const { body } = await client.get(`${path}?${asked}${query}`);
        expect(body, path + query).to.have.property('message');
        const [shown] = Object.values(body.message) as Record<string, string>[][];
        return shown!.map((row) => row['email'] ?? row['email_address']);
      };
      expect(await named('from=2026-05-02'), path).to.deep.equal(addresses.slice(1));
      expect(await named('to=2026-05-02&limit=1'), path).to.deep.equal(addresses.slice(0, 1));
      expect(await named('from=2026-05-02&to=2026-05-02'), path).to.deep.equal([addresses[1]]);
      expect(await named('from=2026-05-02&search=a'), path).to.deep.equal([]);
      expect(await named('from=2026-05-02&email=c@three.example'), path).to.deep.equal([addresses[2]]);
      const file = (await client.get(`${download}?${asked}from=2026-05-02&to=2026-05-02`)).body as string;
      expect(file.match(/[abc]@/g), download).to.deep.equal(['b@']);
      const { status, body } = await client.get(`${download}?${asked}from=2026-05-02&to=2026-05-01`);
      expect(status, download).to.equal(422);
      expect(JSON.stringify(body)).to.include('must be a date after or equal to');
    }
  });

  it('takes days in the time zone of the account', async () => {
    client = await api.account({ timezone: 'Europe/Berlin' });
    await save('a@example.com');
    const at = new Date('2026-05-01T22:30:00Z');
    await rows(Suppression).updateMany({ user_id: client.user_id }, { $set: { created_at: at } });
    expect(await list('?from=2026-05-02&to=2026-05-02')).to.have.length(1);
    expect(await list('?to=2026-05-01')).to.have.length(0);
  });

  it('removes suppressions one by one or together', async () => {
    await suppressBounced(client.user_id, ['gone@example.com']);
    await save('a@example.com,b@example.com');
    const [gone, a, b] = await list();
    const removed = await client.delete(`/suppressions/delete?id=${gone!.id}`);
    expect(removed.body.message).to.equal('Deleted Successfully');
    expect((await client.delete(`/suppressions/delete?id=${gone!.id}`)).status).to.equal(404);
    const many = await client.post('/suppressions/bulk-delete', { strIds: [a!.id, b!.id, 1] });
    expect(many.body.message).to.equal('Deleted Successfully');
    expect(await list()).to.deep.equal([]);
  });
});
