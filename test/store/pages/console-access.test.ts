import { expect } from 'chai';
import { Account } from '../../../common/models/accounts.ts';
import { Key } from '../../../common/models/keys.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type Visit, visit } from '../../support/browser-form.ts';
import { rows } from '../../support/rows.ts';

describe('the console’s API of keys and sessions', () => {
  let api: Api;
  let client: Client;
  let desk: Visit;
  before(async () => {
    api = await startApi('pages-console-access', { RATE_SIGN_INS: '1000' });
    client = await api.account();
    desk = await signedIn(client);
  });
  after(() => api.stop());

  async function signedIn({ user_id }: Client): Promise<Visit> {
    const { email } = (await Account.findOne({ _id: user_id }))!;
    const browser = visit(api);
    const body = new URLSearchParams({ email, password: 'correct horse' });
    const headers = { Origin: api.url };
    await browser.request('/account/sign-in', { method: 'POST', body, headers });
    return browser;
  }
  const call = (path: string, fields?: Record<string, string>, by = desk) =>
    by.request(`/console/access/${path}`, {
      headers: { 'X-Console': '1' },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
  const pairs = () => rows(Key).find({ user_id: client.user_id }).toArray();

  it('makes a pair with a scope, which opens those calls until it is revoked', async () => {
    const made = await call('keys', { key_name: 'Reports', key_scope: 'read', key_networks: '127.0.0.0/8' });
    expect(made.status).to.equal(200);
    const { public_key: PublicKey, secret_key: SecretKey } = made.body.message;
    const headers = { PublicKey, SecretKey };
    const read = () => api.request('/api/contacts-type', { headers });
    expect((await read()).status).to.equal(200);
    const body = new URLSearchParams({ name: 'Customers' });
    expect((await api.request('/api/contacts-type/add', { method: 'POST', headers, body })).status).to.equal(
      403,
    );

    const listed = await call('keys');
    const found = listed.body.message.find(({ id }: { id: string }) => id === PublicKey);
    expect(found).to.include({ name: 'Reports', scope: 'read', expires_at: null, is_expired: false });
    expect(found.networks).to.deep.equal(['127.0.0.0/8']);
    expect(JSON.stringify(listed.body)).not.to.contain(SecretKey).and.not.to.contain('secret');

    const other = await signedIn(await api.account());
    expect((await call('keys/revoke', { key: PublicKey }, other)).status).to.equal(404);
    expect((await read()).status).to.equal(200);
    expect((await call('keys/revoke', { key: PublicKey })).status).to.equal(200);
    expect((await read()).status).to.equal(401);
    expect((await call('keys/revoke', { key: PublicKey })).status).to.equal(404);
  });

  it('refuses wrong inputs with a text for each, and makes nothing', async () => {
    const before = (await pairs()).length;
    const refused = await call('keys', {
      key_name: ' ',
      key_scope: 'everything',
      key_expires: '2001-01-01',
      key_networks: 'home',
    });
    expect(refused.status).to.equal(422);
    expect(Object.keys(refused.body.errors)).to.have.members([
      'key_name',
      'key_scope',
      'key_expires',
      'key_networks',
    ]);
    expect((await call('keys', { key_name: 'x'.repeat(256), key_scope: 'all' })).status).to.equal(422);
    expect((await call('keys', { key_name: 'x'.repeat(100_000), key_scope: 'all' })).status).to.equal(413);
    const json = await desk.request('/console/access/keys', {
      method: 'POST',
      body: '{"key_name":"By JSON","key_scope":"all"}',
      headers: { 'X-Console': '1', 'Content-Type': 'application/json' },
    });
    expect(json.status).to.equal(415);
    expect((await pairs()).length).to.equal(before);
  });

  it('needs a session and the header, and accepts no keys', async () => {
    const before = (await pairs()).length;
    const body = new URLSearchParams({ key_name: 'Forged', key_scope: 'all' });
    const { public_key: PublicKey, secret_key: SecretKey } = client;
    const attempts: readonly [number, Promise<{ status: number }>][] = [
      [403, desk.request('/console/access/keys', { method: 'POST', body })],
      [
        403,
        desk.request('/console/access/keys', {
          method: 'POST',
          body,
          headers: { 'X-Console': '1', Origin: 'https://evil.example' },
        }),
      ],
      [
        401,
        api.request('/console/access/keys', {
          method: 'POST',
          body,
          headers: { PublicKey, SecretKey, 'X-Console': '1' },
        }),
      ],
    ];
    for (const [status, attempt] of attempts) expect((await attempt).status).to.equal(status);
    expect((await pairs()).length).to.equal(before);
  });

  it('lists the sessions of the account, and ends one of them only', async () => {
    const phone = await signedIn(client);
    const sessions: { id: string; is_this: boolean }[] = (await call('sessions')).body.message;
    expect(sessions.filter(({ is_this }) => is_this)).to.have.length(1);
    const { id } = sessions.find(({ is_this }) => !is_this)!;
    const other = await signedIn(await api.account());
    expect((await call('sessions/end', { session: id }, other)).status).to.equal(200);
    expect((await call('sessions', undefined, phone)).status).to.equal(200);
    expect((await call('sessions/end', { session: id })).status).to.equal(200);
    expect((await call('sessions', undefined, phone)).status).to.equal(401);
    expect((await call('sessions')).body.message).to.have.length(1);
  });
});
