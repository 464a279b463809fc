import { expect } from 'chai';
import { type ContractRow, contract, scopeOf } from '../../../api/contract.ts';
import {
  createKeyPair,
  type KeyLimits,
  limitKeyPair,
  UNLIMITED,
} from '../../../common/accounts/key-pairs.ts';
import { setClock } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Key } from '../../../common/models/keys.ts';
import { failed, withoutCodes } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { visit } from '../../support/browser-form.ts';
import { rows } from '../../support/rows.ts';

const ROWS: readonly ContractRow[] = Object.values(contract);
const WRONG_PAIR = failed(401, 'Invalid public key or secret key.');
const CALLS = ROWS.flatMap((row) => row.methods.map((method) => ({ method, row })));

const outOfScope = (needed: string, has: string) => ({
  status: 403,
  body: {
    status: 'failed',
    errors: 'Key is not allowed to make this call',
    hints: { scope: [`This call needs the scope ${needed}; the key has ${has}.`] },
  },
});
const otherNetwork = (address: string) => ({
  status: 403,
  body: {
    status: 'failed',
    errors: 'Key is not allowed from this network',
    hints: { network: [`The call came from ${address}.`] },
  },
});

describe('a pair of keys', () => {
  let api: Api;
  let proxied: Awaited<ReturnType<Api['another']>>;
  let client: Client;

  before(async () => {
    api = await startApi('contract-key-limits', { RATE_WRONG_KEYS: '20', RATE_CALLS: '0' });
    proxied = await api.another({ TRUST_PROXY: '1' });
    client = await api.account();
  });
  after(async () => {
    await proxied.stop();
    await api.stop();
  });

  async function keysWith(limits: Partial<KeyLimits>): Promise<Record<string, string>> {
    const pair = await createKeyPair(client.user_id, 'limited', { ...UNLIMITED, ...limits });
    return { PublicKey: pair.public_key, SecretKey: pair.secret_key };
  }
  const list = (headers: Record<string, string>) => api.request('/api/contacts-type', { headers });

  describe('with a scope', () => {
    it('needs the scope that the contract gives to a call', () => {
      expect(
        CALLS.filter(({ row, method }) => scopeOf(row, method) === 'send').map(({ row }) => row.path),
      ).to.have.members([
        '/global-unsubscribes/save',
        '/suppressions/save',
        '/suppressions/upload-csv',
        '/unsubscribes-groups/manually-add',
        '/segment/email/store',
        '/contacts/add',
        '/contacts/upload-csv',
        '/contacts/upload',
        '/contacts/update',
        '/single/send/create',
        '/single/send/update',
        '/single-send/restore',
        '/single/send/test',
        '/single/send/duplicate',
        '/single/send/duplicate',
        '/single-send/pause',
        '/single-send/resume',
        '/single-send/cancel',
        '/single-send/retry',
        '/messages/send',
        '/messages/cancel',
        '/messages/send-many',
      ]);
      const readers = CALLS.filter(({ row, method }) => scopeOf(row, method) === 'read');
      expect(readers.filter(({ method, row }) => method !== 'GET' && !row.reads)).to.deep.equal([]);
      expect(readers.filter(({ row }) => row.changes)).to.deep.equal([]);
    });

    for (const has of ['read', 'send'] as const) {
      it(`opens no call beyond the scope ${has}`, async () => {
        const headers = await keysWith({ scope: has });
        for (const { method, row } of CALLS) {
          const needed = scopeOf(row, method);
          const answer = await api.request(`/api${row.path}`, { method, headers });
          const what = `${method} ${row.path}`;
          if (needed === 'read' || needed === has) expect(answer.status, what).to.not.be.oneOf([401, 403]);
          else expect(answer, what).to.deep.include(outOfScope(needed, has));
        }
      });
    }

    it('fails by its scope before the inputs, the idempotency key and the body', async () => {
      const headers = await keysWith({ scope: 'read' });
      const body = { method: 'POST', body: '{', headers: { ...headers, 'Content-Type': 'text/plain' } };
      expect(await api.request('/api/contacts-type/add', body)).to.deep.include(outOfScope('all', 'read'));
      const key = { 'Idempotency-Key': 'a-first-call' };
      const name = new URLSearchParams({ name: 'Readers' });
      const first = await client.request('/contacts-type/add', { method: 'POST', body: name, headers: key });
      expect(first.status).to.equal(200);
      const again = { method: 'POST', body: name, headers: { ...headers, ...key } };
      expect(await api.request('/api/contacts-type/add', again)).to.deep.include(outOfScope('all', 'read'));
      expect(await rows(ContactType).countDocuments({ user_id: client.user_id })).to.equal(1);
    });

    it('has the scope all when it is older than scopes', async () => {
      const headers = await keysWith({});
      await rows(Key).updateOne(
        { _id: headers['PublicKey']! },
        { $unset: { scope: 1, expires_at: 1, networks: 1 } },
      );
      const post = { method: 'POST', headers, body: new URLSearchParams({ name: 'Old keys' }) };
      expect((await api.request('/api/contacts-type/add', post)).status).to.equal(200);
    });
  });

  describe('with an expiry', () => {
    afterEach(() => setClock());

    it('counts as missing once it has expired, also in the cache', async () => {
      const expires_at = new Date(Date.now() + 3600_000);
      const headers = await keysWith({ expires_at });
      expect((await list(headers)).status).to.equal(200);
      setClock(() => expires_at.getTime() - 1);
      expect((await list(headers)).status).to.equal(200);
      setClock(() => expires_at.getTime());
      expect(await list(headers)).to.deep.include(WRONG_PAIR);
      expect(await list({ ...headers, SecretKey: 'sk_wrong' })).to.deep.include(WRONG_PAIR);
    });
  });

  describe('with networks', () => {
    /** `from`: the header as the proxy passes it on; the last address is what the proxy saw. */
    const listFrom = (headers: Record<string, string>, from: string) =>
      fetch(`${proxied.url}/api/contacts-type`, { headers: { ...headers, 'X-Forwarded-For': from } }).then(
        async (answer) => ({ status: answer.status, body: withoutCodes((await answer.json()) as unknown) }),
      );

    it('admits clients of these networks alone, of IPv4 and IPv6', async () => {
      const headers = await keysWith({ networks: ['192.0.2.0/24', '2001:db8:1::/48', '203.0.113.9'] });
      const inside = ['192.0.2.0', '192.0.2.255', '::ffff:192.0.2.7', '2001:db8:1::5', '203.0.113.9'];
      const outside = ['192.0.3.0', '192.0.1.255', '2001:db8:2::5', '203.0.113.8', '::ffff:203.0.113.10'];
      for (const from of inside) expect((await listFrom(headers, from)).status, from).to.equal(200);
      for (const from of outside)
        expect(await listFrom(headers, from)).to.deep.equal(otherNetwork(from.replace('::ffff:', '')));
    });

    it('trusts the address from our proxy, not one that a client writes', async () => {
      const headers = await keysWith({ networks: ['192.0.2.0/24'] });
      for (const claimed of [
        '192.0.2.7, 198.51.100.7',
        '192.0.2.7,192.0.2.8, 198.51.100.7',
        ', 198.51.100.7',
      ])
        expect(await listFrom(headers, claimed), claimed).to.deep.equal(otherNetwork('198.51.100.7'));
      // Without a proxy of ours the header says nothing.
      expect(
        await api.request('/api/contacts-type', { headers: { ...headers, 'X-Forwarded-For': '192.0.2.7' } }),
      ).to.deep.include(otherNetwork('127.0.0.1'));
    });

    it('reveals nothing to a client without the secret', async () => {
      const headers = await keysWith({ networks: ['192.0.2.0/24'] });
      expect(await list({ ...headers, SecretKey: 'sk_wrong' })).to.deep.include(WRONG_PAIR);
    });

    it('counts refusals like wrong pairs, for the network that causes them', async () => {
      const headers = await keysWith({ networks: ['192.0.2.0/24'] });
      const seen = [];
      for (let time = 0; time < 22; time += 1) seen.push((await listFrom(headers, '198.51.200.1')).status);
      expect([seen[0], seen.at(-1)]).to.deep.equal([403, 429]);
      expect((await listFrom(headers, '192.0.2.1')).status).to.equal(200);
    });

    it('stays unused by a call from elsewhere', async () => {
      const headers = await keysWith({ networks: ['192.0.2.0/24'] });
      await listFrom(headers, '198.51.100.77');
      await listFrom(headers, '198.51.100.77');
      expect((await rows(Key).findOne({ _id: headers['PublicKey']! }))!.last_used_at).to.equal(null);
    });
  });

  it('follows a change of its limits at once in every process', async () => {
    const headers = await keysWith({});
    const other = () => fetch(`${proxied.url}/api/contacts-type`, { headers });
    expect([(await list(headers)).status, (await other()).status]).to.deep.equal([200, 200]);
    const browser = visit(api);
    await browser.open('/account');
    const { email } = (await Account.findOne({ _id: client.user_id }))!;
    await browser.submit('/account/sign-in', { email, password: 'correct horse' });
    await browser.open(`/account/keys/change?key=${headers['PublicKey']}`);
    await browser.submit('/account/keys/change', { key_scope: 'all', key_networks: '192.0.2.0/24' });
    expect([(await list(headers)).status, (await other()).status]).to.deep.equal([403, 403]);
  });

  it('keeps its limits when another account changes them', async () => {
    const stranger = await api.account();
    const limits = { ...UNLIMITED, scope: 'read' as const };
    expect(await limitKeyPair(stranger.user_id, client.public_key, limits, async () => {})).to.equal(false);
    expect((await rows(Key).findOne({ _id: client.public_key }))!.scope).to.equal('all');
  });
});
