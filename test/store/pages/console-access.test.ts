import { expect } from 'chai';
import { now } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { Key } from '../../../common/models/keys.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { authenticator } from '../../support/authenticator.ts';
import { type Visit, visit } from '../../support/browser-form.ts';
import { anAccount, aSend } from '../../support/factories.ts';
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

  it('changes what a pair may do, and makes its successor while it still works', async () => {
    const fields = { key_scope: 'read', key_expires: '2097-05-01', key_networks: '127.0.0.0/8' };
    const old = (await call('keys', { ...fields, key_name: 'Shop' })).body.message.public_key;
    const wider = { ...fields, key: old, key_scope: 'send', key_networks: '' };
    expect((await call('keys/limits', { ...wider, key_expires: '2001-01-01' })).codes).to.deep.equal({
      key_expires: ['after_now'],
    });
    expect((await call('keys/limits', wider)).status).to.equal(200);
    const made = (await call('keys/roll', { key: old })).body.message;
    const listed = (await call('keys')).body.message.filter(({ name }: { name: string }) => name === 'Shop');
    expect(listed).to.have.length(2);
    for (const pair of listed)
      expect(pair).to.deep.include({
        scope: 'send',
        networks: [],
        is_expired: false,
      });
    expect(listed.find(({ id }: { id: string }) => id === old).last_day).to.equal('2097-05-01');
    const headers = { PublicKey: made.public_key, SecretKey: made.secret_key };
    expect((await api.request('/api/contacts-type', { headers })).status).to.equal(200);

    const other = await signedIn(await api.account());
    expect((await call('keys/limits', wider, other)).status).to.equal(404);
    expect((await call('keys/roll', { key: old }, other)).status).to.equal(404);
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

  describe('of the account itself', () => {
    const PASSWORDS = { old_password: 'correct horse', new_password: 'battery staple' } as const;
    const own = async ({ user_id }: Client) => (await Account.findOne({ _id: user_id }))!;

    it('changes name and time zone, and asks first what becomes of scheduled campaigns', async () => {
      const ground = await anAccount(api);
      const person = await signedIn(ground.client);
      const save = (fields: Record<string, string>) => call('details', fields, person);
      expect((await save({ name: 'Ann', timezone: 'Europe/Berlin' })).body.message).to.deep.equal({
        is_saved: true,
        sends: [],
        more: 0,
      });
      const when = { schedule_type: 1, schedule_date: '2097-07-08', schedule_time: '12:00:00' };
      const { utr } = (await ground.client.post('/single/send/create', aSend(ground, when))).body;
      const due = async () => (await rows(SingleSend).findOne({ utr }))!.due_at.toISOString();
      const asked = await save({ name: 'Ada', timezone: 'America/New_York' });
      expect(asked.body.message.is_saved).to.equal(false);
      expect(asked.body.message.sends[0]).to.include({
        due_at: '2097-07-08T10:00:00.000000Z',
        moved_to: '2097-07-08T16:00:00.000000Z',
      });
      expect(await own(ground.client)).to.include({ name: 'Ann', timezone: 'Europe/Berlin' });
      await save({ name: 'Ada', timezone: 'America/New_York', schedules: 'keep' });
      expect(await due()).to.equal('2097-07-08T10:00:00.000Z');
      await save({ name: 'Ada', timezone: 'Europe/Berlin', schedules: 'move' });
      expect(await due()).to.equal('2097-07-08T04:00:00.000Z');
      expect(await own(ground.client)).to.include({ name: 'Ada', timezone: 'Europe/Berlin' });
    });

    it('names the soonest 20 scheduled campaigns, and says which of them cannot be earlier', async () => {
      const ground = await anAccount(api);
      const person = await signedIn(ground.client);
      const save = (fields: Record<string, string>) =>
        call('details', { name: 'Ann', timezone: 'Europe/Berlin', ...fields }, person);
      const when = { schedule_type: 1, schedule_date: '2097-07-08', schedule_time: '12:00:00' };
      const { utr } = (await ground.client.post('/single/send/create', aSend(ground, when))).body;
      const waits_until = new Date('2097-07-08T11:00:00Z');
      await rows(SingleSend).updateOne({ utr }, { $set: { waits_until } });
      const others = { ...when, schedule_date: '2097-07-09' };
      for (let n = 0; n < 20; n += 1) await ground.client.post('/single/send/create', aSend(ground, others));
      const { sends, more } = (await save({})).body.message;
      expect(more).to.equal(1);
      expect(sends).to.have.length(20);
      expect(sends[0]).to.include({ due_at: '2097-07-08T12:00:00.000000Z', moved_to: null });
      expect(sends[1]).to.include({ moved_to: '2097-07-09T10:00:00.000000Z' });
      await save({ schedules: 'move' });
      const due = (await rows(SingleSend).findOne({ utr }))!.due_at.toISOString();
      expect(due).to.equal('2097-07-08T12:00:00.000Z');
    });

    it('changes the password, keeps this session and ends the others', async () => {
      const owner = await api.account();
      const [here, elsewhere] = [await signedIn(owner), await signedIn(owner)];
      expect((await call('password', PASSWORDS, here)).status).to.equal(200);
      expect((await call('account', undefined, here)).status).to.equal(200);
      expect((await call('account', undefined, elsewhere)).status).to.equal(401);
      expect((await call('password', PASSWORDS, here)).codes).to.deep.equal({
        old_password: ['own_password'],
      });
    });

    it('sets up, renews and turns off a second factor, each by a proof', async () => {
      const owner = await api.account();
      const [person, elsewhere] = [await signedIn(owner), await signedIn(owner)];
      const factor = (act: string, fields: Record<string, string>) =>
        call(`second-factor/${act}`, fields, person);
      const facts = async () => (await call('account', undefined, person)).body.message.second_factor;
      expect((await factor('start', { password: '' })).codes).to.deep.equal({ password: ['required'] });
      expect((await factor('start', { password: 'wrong' })).codes).to.deep.equal({
        password: ['own_password'],
      });
      expect((await factor('on', { code: '123456' })).codes).to.deep.equal({ code: ['own_code'] });
      expect((await factor('off', { code: '123456' })).status).to.equal(404);
      const { secret, qr } = (await factor('start', { password: 'correct horse' })).body.message;
      expect(qr).to.match(/^<svg/);
      const app = authenticator(secret);
      expect((await factor('on', { code: '' })).codes).to.deep.equal({ code: ['required'] });
      expect(await facts()).to.equal(null);
      const first = (await factor('on', { code: app.codeAt(now(), -1) })).body.message;
      expect(first).to.have.length(10);
      expect((await facts()).recovery_codes).to.equal(10);
      expect((await call('account', undefined, elsewhere)).status).to.equal(401);
      expect((await factor('start', { password: 'correct horse' })).status).to.equal(404);
      expect((await factor('on', { code: app.codeAt(now()) })).status).to.equal(404);

      const renewed = (await factor('codes', { code: first[0] })).body.message;
      expect(renewed).to.have.length(10).and.not.include(first[1]);
      expect((await factor('off', { code: first[1] })).codes).to.deep.equal({ code: ['own_code'] });
      expect((await factor('off', { code: renewed[0] })).status).to.equal(200);
      expect(await facts()).to.equal(null);
    });

    it('turns the counting of opens and clicks off and on', async () => {
      const owner = await api.account();
      const person = await signedIn(owner);
      expect((await call('account', undefined, person)).body.message).to.deep.equal({
        tracking: true,
        second_factor: null,
      });
      await call('tracking', { tracking: 'off' }, person);
      expect((await own(owner)).tracking).to.equal(false);
      await call('tracking', { tracking: 'on' }, person);
      expect((await own(owner)).tracking).to.equal(true);
    });

    it('refuses wrong inputs with a code for each, and changes nothing', async () => {
      const before = await own(client);
      const codesOf = async (path: string, fields: Record<string, string>) =>
        (await call(path, fields)).codes;
      expect(await codesOf('details', { name: ' ', timezone: 'Mars/Olympus' })).to.deep.equal({
        name: ['required'],
        timezone: ['selected'],
      });
      expect(await codesOf('details', { name: 'x'.repeat(256), timezone: 'UTC' })).to.deep.equal({
        name: ['max'],
      });
      expect(await codesOf('password', { old_password: '', new_password: 'short' })).to.deep.equal({
        old_password: ['required'],
        new_password: ['min'],
      });
      const long = { ...PASSWORDS, new_password: 'x'.repeat(1025) };
      expect(await codesOf('password', long)).to.deep.equal({ new_password: ['max'] });
      expect(await codesOf('password', { ...PASSWORDS, old_password: 'wrong' })).to.deep.equal({
        old_password: ['own_password'],
      });
      expect(await own(client)).to.deep.equal(before);
    });

    it('leads from the account page here, and shows that page to browsers without scripts', async () => {
      const led = await desk.request('/account', { redirect: 'manual' });
      expect([led.status, led.headers.get('location')]).to.deep.equal([303, '/console/settings/account']);
      const plain = await desk.request('/account?plain');
      expect(plain.status).to.equal(200);
      expect(plain.body).to.include('action="/account/password"');
    });
  });
});
