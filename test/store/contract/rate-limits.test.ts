import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { network } from '../../../common/domain/network.ts';
import { type RedisServer, startRedis } from '../../../local/redis.ts';
import { type Answer, type Api, startApi } from '../../support/api.ts';
import { visit } from '../../support/browser-form.ts';
import { hang } from '../../support/hang.ts';
import { until } from '../../support/until.ts';

const tooMany = (limit: string) => ({
  status: 429,
  body: { status: 'failed', errors: 'Too Many Requests', hints: { limit: [limit] } },
});
const WRONG_KEYS = tooMany('10 calls a minute with wrong keys, of a network');
const statuses = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const times = <Value>(count: number, ask: (at: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(at)));

describe('the rate limiter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-limits-'));
  let redis: RedisServer;
  let api: Api;

  before(async () => {
    redis = await startRedis({ folder });
    api = await startApi('contract-rate-limits', {
      REDIS_URL: redis.url(),
      RATE_CALLS: '5',
      RATE_BURST: '20',
      RATE_WRONG_KEYS: '10',
      RATE_SIGN_INS: '3',
    });
  });
  after(async () => {
    await api.stop();
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const wrongly = (headers: Record<string, string> = {}, from: Pick<Api, 'request'> = api) =>
    from.request('/api/contacts-type', { headers: { PublicKey: 'pk_x', SecretKey: 'sk_x', ...headers } });

  /** How many calls an account may have made when asked: its burst, and what its rate allows in the time since. */
  function allowance(): () => number {
    const began = performance.now();
    return () => 20 + Math.ceil((5 * (performance.now() - began)) / 1000) + 1;
  }

  it('allows an account’s burst, then its rate, for each account separately', async () => {
    const [client, other] = [await api.account(), await api.account()];
    const mayPass = allowance();
    const answers = await times(60, () => client.get('/contacts-type'));
    expect(statuses(answers)[200]).to.be.at.least(20).and.at.most(mayPass());
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused).to.deep.include({
      ...tooMany('5 calls a second, 20 at once'),
    });
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect(refused.headers.get('ratelimit')).to.match(/^"calls";r=0;t=[1-4]$/);
    expect((await other.get('/contacts-type')).status).to.equal(200);
    await until(async () => (await client.get('/contacts-type')).status === 200);
  });

  it('tells each call how many are left', async () => {
    const client = await api.account();
    const told = async (): Promise<{ left: number; seconds: number }> => {
      const { headers } = await client.get('/contacts-type');
      expect(headers.get('ratelimit-policy')).to.equal('"calls";q=20;w=4');
      const [, left, seconds] = /^"calls";r=(\d+);t=(\d)$/.exec(headers.get('ratelimit') ?? '') ?? [];
      return { left: Number(left), seconds: Number(seconds) };
    };
    expect((await told()).left).to.equal(19);
    await times(10, () => client.get('/contacts-type'));
    const { left, seconds } = await told();
    expect(left).to.be.within(8, 15);
    // A call meanwhile would take what has come back.
    await delay(1000 * seconds);
    expect((await told()).left).to.equal(19);
  });

  it('counts an account’s calls in all processes, and lets refused calls change nothing', async () => {
    const client = await api.account();
    const second = await api.another();
    try {
      const headers = {
        PublicKey: client.public_key,
        SecretKey: client.secret_key,
        'Content-Type': 'application/json',
      };
      const mayPass = allowance();
      const answers = await times(60, (at) =>
        (at % 2 ? api : second).request('/api/contacts-type/add', {
          method: 'POST',
          headers,
          body: JSON.stringify({ name: `Type ${at}` }),
        }),
      );
      const passed = statuses(answers)[200]!;
      expect(passed).to.be.at.least(20).and.at.most(mayPass());
      const list = await until(async () => {
        const answer = await client.get('/contacts-type');
        return answer.status === 200 && answer.body.message.contactTypes;
      });
      expect(list).to.have.length(passed);
    } finally {
      await second.stop();
    }
  });

  it('checks a call after its keys and before everything else', async () => {
    const client = await api.account();
    // Calls within the rate are refused for their body, the others before it is read.
    const answers = await times(40, () =>
      client.request('/contacts-type/add', { method: 'POST', body: '{' }),
    );
    const { 429: refused = 0, ...others } = statuses(answers);
    expect(refused).to.be.at.least(1);
    expect(Object.keys(others)).to.deep.equal(['415']);
    expect(answers.find(({ status }) => status === 429)!.body.errors).to.equal('Too Many Requests');
    expect((await client.get('/nothing')).status).to.equal(404);
    expect((await client.request('/contacts-type', { method: 'PUT' })).status).to.equal(405);
    expect((await client.request('/contacts-type', { headers: { SecretKey: '' } })).status).to.equal(401);
  });

  it('counts the wrong pairs of an address, whatever its headers claim, and passes valid pairs', async () => {
    const client = await api.account();
    expect(statuses(await times(10, () => wrongly()))).to.deep.equal({ 401: 10 });
    for (const headers of [
      {},
      { 'X-Forwarded-For': '192.0.2.1' },
      { 'X-Forwarded-For': '192.0.2.2, 192.0.2.3', 'X-Real-IP': '192.0.2.4', Forwarded: 'for=192.0.2.5' },
    ]) {
      expect(await wrongly(headers)).to.deep.include(WRONG_KEYS);
    }
    expect(Number((await wrongly()).headers.get('retry-after'))).to.be.within(1, 6);
    expect((await client.get('/contacts-type')).status).to.equal(200);
    expect((await api.request('/api/contacts-type')).status).to.equal(401);
  });

  it('uses the address that a trusted proxy adds, not one that the client sent', async () => {
    const behind = await api.another({ TRUST_PROXY: 'true' });
    try {
      const from = (address: string) => wrongly({ 'X-Forwarded-For': address }, behind);
      expect(statuses(await times(10, (at) => from(`192.0.2.${at}, 198.51.100.7`)))).to.deep.equal({
        401: 10,
      });
      expect(await from('192.0.2.99, 198.51.100.7')).to.deep.include(WRONG_KEYS);
      expect((await from('198.51.100.7, 198.51.100.8')).status).to.equal(401);
    } finally {
      await behind.stop();
    }
  });

  it('treats the addresses of one IPv6 network as one', () => {
    expect(network('::ffff:192.0.2.1')).to.equal('192.0.2.1');
    expect(network('192.0.2.1')).to.equal('192.0.2.1');
    for (const address of ['2001:db8:0:1::1', '2001:DB8:0:1:ffff::', '2001:0db8:0000:0001:1:2:3:4%eth0']) {
      expect(network(address)).to.equal('2001:db8:0:1');
    }
    expect(network('::1')).to.equal('0:0:0:0');
    expect(network('2001:db8::1')).to.equal('2001:db8:0:0');
  });

  it('counts failed sign-ins by account and by address', async () => {
    const tryOf = async (email: string) => {
      const browser = visit(api);
      await browser.open('/account/sign-in');
      return browser.submit('/account/sign-in', { email, password: 'wrong' });
    };
    for (let time = 0; time < 3; time += 1) expect((await tryOf('a@example.com')).status).to.equal(422);
    const refused = await tryOf('A@Example.com');
    expect(refused.status).to.equal(429);
    expect(refused.text).to.include('too many attempts').and.include('minutes');
    expect(Number(refused.headers.get('retry-after'))).to.be.greaterThan(60);
    const seen = [];
    for (let at = 0; at < 10; at += 1) seen.push((await tryOf(`b${at}@example.com`)).status);
    expect(seen.slice(0, 5)).to.deep.equal([422, 422, 422, 422, 422]);
    expect(seen.at(-1)).to.equal(429);
  });

  describe('without Redis', () => {
    it('allows all calls while Redis hangs', async () => {
      const client = await api.account();
      await client.get('/contacts-type');
      await hang(redis.pid);
      try {
        const answers: Answer[] = [];
        for (let at = 0; at < 50; at += 1) answers.push(await client.get('/contacts-type'));
        expect(statuses(answers)).to.deep.equal({ 200: 50 });
      } finally {
        process.kill(redis.pid, 'SIGCONT');
      }
    });

    it('limits only sign-ins while Redis is away, and all calls again afterwards', async () => {
      const client = await api.account();
      await redis.stop();
      expect(statuses(await times(60, () => client.get('/contacts-type')))).to.deep.equal({ 200: 60 });
      expect(statuses(await times(20, () => wrongly()))).to.deep.equal({ 401: 20 });
      const signIns = [];
      for (let at = 0; at < 5; at += 1) {
        const body = new URLSearchParams({ email: 'c@example.com', password: 'wrong' });
        signIns.push((await api.request('/account/sign-in', { method: 'POST', body })).status);
      }
      expect(signIns).to.deep.equal([422, 422, 422, 429, 429]);
      redis = await startRedis({ folder, port: Number(new URL(api.config.redisUrl).port) });
      await until(async () => statuses(await times(60, () => client.get('/contacts-type')))[429]);
    });
  });
});
