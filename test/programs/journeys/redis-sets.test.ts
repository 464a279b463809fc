import { expect } from 'chai';
import type { Cluster, Redis } from 'ioredis';
import { accountChanges, tellOfAccount } from '../../../common/accounts/changes.ts';
import { revokeKeyPair } from '../../../common/accounts/key-pairs.ts';
import type { Logger } from '../../../common/log.ts';
import {
  connectProducer,
  connectSubscriber,
  countSubscribers,
  type RedisConnection,
} from '../../../common/redis/redis.ts';
import { lookAtRedis } from '../../../common/start/look.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { createSeries } from '../../support/automations.ts';
import type { Visit } from '../../support/browser-form.ts';
import { anAccount, aSend } from '../../support/factories.ts';
import { doMainJob } from '../../support/main-job.ts';
import { haveSecondFactor, postToOperator, signedInAt } from '../../support/operators.ts';
import {
  type HangingSet,
  type RedisSet,
  startCluster,
  startReplicatedCluster,
  startSentinelSet,
  startSpareCluster,
} from '../../support/redis-sets.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed, startWorld, type World } from '../../support/world.ts';

describe('a Redis of several servers', () => {
  for (const [what, start] of [
    ['a primary that sentinels watch', startSentinelSet],
    ['a cluster', startCluster],
  ] as const) {
    describe(what, () => {
      let set: RedisSet;
      let world: World;

      before(async () => {
        set = await start();
        world = await startWorld(`journey-${start.name}`, {
          REDIS_URL: set.url,
          SMTP_RATE: '1000',
          RATE_WRONG_KEYS: '2',
        });
      });
      after(async () => {
        await world.stop();
        await set.stop();
      });

      const send = async () => {
        const ground = await anAccount(world.api);
        await addContacts(ground, ['ada@example.com', 'bob@example.com']);
        const { utr } = (await ground.client.post('/single/send/create', aSend(ground))).body.message;
        return completed(ground.client, utr, 30_000);
      };

      it('rings jobs, counts calls and shares the sending rate', async () => {
        const guess = () =>
          world.api.request('/api/contacts-type', { headers: { PublicKey: 'pk_a', SecretKey: 'sk_a' } });
        const statuses = [await guess(), await guess()].map(({ status }) => status);
        expect(statuses).to.deep.equal([401, 401]);
        // Calls that Redis does not count in time are allowed.
        await until(async () => (await guess()).status === 429, 'wrong keys to be refused');
        expect(await send()).to.deep.include({ delivered: 2 });
      });

      const cluster = async (): Promise<Cluster> => {
        const redis = connectProducer(set.url) as Cluster;
        await new Promise((resolve) => redis.once('ready', resolve));
        return redis;
      };

      const confirmations = async (redis: Cluster): Promise<(string | null)[]> => {
        const keys = await Promise.all(
          redis.nodes('master').map((node) => node.keys('account-changes:heard:*')),
        );
        return Promise.all(keys.flat().map((key) => redis.get(key)));
      };

      // Two nodes of a cluster have no majority without the third.
      if (start === startSentinelSet) {
        it('continues after its primary was lost', async () => {
          await set.kill();
          expect(await send()).to.deep.include({ delivered: 2 });
        });
        return;
      }

      it('imports, sends, counts opens and clicks, and mails an automation', async function () {
        this.timeout(120_000);
        world.mail.mails.length = 0;
        const ground = await doMainJob(world);
        const series = await createSeries(ground);
        await series.email({ subject: 'Welcome' });
        await series.live();
        world.mail.mails.length = 0;
        const { contact_type_id } = ground;
        const person = { country: 101, first_name: 'Mary', email: 'new@example.com' };
        const { status } = await ground.client.post('/contacts/add', { contact_type_id, ...person });
        expect(status).to.equal(200);
        await until(() => world.mail.to('new@example.com').length > 0, 'the mail of the automation', 30_000);
        expect((await series.progress()).entered).to.equal(1);
      });

      it('tells all API processes of a revoked key at once', async () => {
        const other = await world.api.another({ RATE_WRONG_KEYS: '0' });
        const client = await world.api.account();
        const path = '/api/contacts-type';
        const headers = { PublicKey: client.public_key, SecretKey: client.secret_key };
        const askOther = async () => (await other.request(path, { headers })).status;
        expect(await askOther()).to.equal(200);
        const redis = await cluster();
        // Each API process subscribes at one node.
        expect(await countSubscribers(redis, accountChanges(redis))).to.equal(2);
        await revokeKeyPair(client.user_id, client.public_key, (userId) => tellOfAccount(redis, userId));
        expect(await askOther()).to.equal(401);
        // Both processes confirmed; the call waits for no more than these.
        expect(await confirmations(redis)).to.deep.equal(['2']);
        redis.disconnect();
        await other.stop();
      });

      it('is refused at a start if one node evicts keys', async () => {
        expect(await lookAtRedis(set.url)).to.deep.equal({ policy: 'noeviction', problem: null });
        const redis = await cluster();
        const node = redis.nodes('master').at(-1)!;
        await node.config('SET', 'maxmemory-policy', 'allkeys-lru');
        expect(await lookAtRedis(set.url)).to.deep.equal({ policy: 'allkeys-lru', problem: null });
        await node.config('SET', 'maxmemory-policy', 'noeviction');
        redis.disconnect();
      });

      it('has queues on each of its nodes', async () => {
        const redis = await cluster();
        const found = await Promise.all(
          redis.nodes('master').map(async (node) => (await node.keys('{mailing-*')).length),
        );
        expect(found.every((count) => count > 0)).to.equal(true, found.join(' '));
        redis.disconnect();
      });
    });
  }
});

for (const [what, startSet] of [
  ['sentinels watch Redis', startSentinelSet],
  ['a cluster has a replica', startReplicatedCluster],
] as const)
  describe(`a key that is revoked while ${what}`, () => {
    let set: HangingSet;
    let api: Api;
    let other: Awaited<ReturnType<Api['another']>>;
    let desk: Visit;
    before(async () => {
      set = await startSet();
      api = await startApi(`journey-revoked-keys-${startSet.name}`, {
        REDIS_URL: set.url,
        RATE_CALLS: '0',
        RATE_WRONG_KEYS: '0',
      });
      const operator = await api.account();
      other = await api.another({ OPERATORS: String(operator.user_id) });
      desk = await signedInAt(api, other, operator);
      await haveSecondFactor(operator.user_id);
    });
    after(async () => {
      await other?.stop();
      await api?.stop();
      await set?.stop();
    });

    /** By a third process, which knows the primary of now. */
    async function revoke({ user_id, public_key }: Client): Promise<void> {
      const redis = connectProducer(set.url);
      await new Promise((resolve) => redis.once('ready', resolve));
      await revokeKeyPair(user_id, public_key, (userId) => tellOfAccount(redis, userId));
      redis.disconnect();
    }

    const byOperator = async (path: string, fields: Readonly<Record<string, string>>): Promise<void> => {
      const { status, body } = await postToOperator(path, fields, desk);
      expect(status, `${path}: ${JSON.stringify(body)}`).to.equal(200);
    };

    /** The acts that end the access of a pair that both processes know, with the status that both answer from then on. */
    const ACTS: readonly (readonly [name: string, status: number, act: (client: Client) => Promise<void>])[] =
      [
        ['a revoked key', 401, revoke],
        [
          'a key that an operator revoked',
          401,
          ({ user_id, public_key: key }) => byOperator('accounts/keys/revoke', { id: String(user_id), key }),
        ],
        ['a closed account', 403, ({ user_id }) => byOperator('accounts/close', { id: String(user_id) })],
      ];

    async function expectRefusals(): Promise<void> {
      for (const [name, status, act] of ACTS) {
        const client = await api.account();
        const headers = { PublicKey: client.public_key, SecretKey: client.secret_key };
        const statuses = async () =>
          (await Promise.all([api, other].map((one) => one.request('/api/contacts-type', { headers })))).map(
            (answer) => answer.status,
          );
        expect(await statuses(), `before ${name}`).to.deep.equal([200, 200]);
        await act(client);
        expect(await statuses(), name).to.deep.equal([status, status]);
      }
    }

    it('is refused by every process, also if an operator revoked it or closed the account', expectRefusals);

    it('is refused also by processes that still hear a primary that hangs, and after it ended', async function () {
      this.timeout(120_000);
      await set.hang();
      await expectRefusals();
      await set.kill();
      await expectRefusals();
    });
  });

describe('a Redis cluster with a node without slots', () => {
  const ready = <Connection extends RedisConnection>(redis: Connection): Promise<Connection> =>
    new Promise((resolve) => redis.once('ready', () => resolve(redis)));

  it('counts who subscribes there, and waits only once the node cannot be asked', async function () {
    this.timeout(60_000);
    const set = await startSpareCluster();
    const redis = (await ready(connectProducer(set.url))) as Cluster;
    expect(await countSubscribers(redis, 'news')).to.equal(0);
    const subscribers = await Promise.all([set.url, set.spare].map((url) => ready(connectSubscriber(url))));
    for (const one of subscribers) await one.subscribe('news');
    expect(await countSubscribers(redis, 'news')).to.equal(2);
    await set.kill();
    expect(await countSubscribers(redis, 'news')).to.equal(null);
    for (const one of [redis, ...subscribers]) one.disconnect();
    await set.stop();
  });

  it('waits without the right to list nodes, and logs it once', async () => {
    const set = await startCluster();
    const redis = (await ready(connectProducer(set.url))) as Cluster;
    await Promise.all(redis.nodes().map((node) => node.call('ACL', 'SETUSER', 'default', '-cluster|nodes')));
    const warnings: unknown[] = [];
    const log = { warn: (_: object, message: string) => warnings.push(message) } as unknown as Logger;
    for (let time = 0; time < 2; time += 1) {
      const began = performance.now();
      await tellOfAccount(redis, 1, log);
      expect(performance.now() - began).to.be.at.least(1900);
    }
    expect(warnings).to.deep.equal([
      'the user of Redis may not list nodes; each account change waits two seconds',
    ]);
    redis.disconnect();
    await set.stop();
  });
});

describe('a subscription in a Redis cluster', () => {
  it('moves to another node when its own was lost, and waits between two attempts while all are', async function () {
    this.timeout(60_000);
    const set = await startCluster();
    const [, login, nodes = ''] = /^(.*@)(.*)$/.exec(set.url)!;
    const subscriber = connectSubscriber(login + nodes.split(',').reverse().join(',')) as Redis;
    await new Promise((resolve) => subscriber.once('ready', resolve));
    const { port } = subscriber.options;
    const moved = new Promise((resolve) => subscriber.once('close', () => subscriber.once('ready', resolve)));
    await set.kill();
    await moved;
    expect(subscriber.options.port).not.to.equal(port);
    const waits: number[] = [];
    subscriber.on('reconnecting', (ms: number) => waits.push(ms));
    await set.stop();
    await until(() => waits.length >= 5, 'attempts to connect again');
    expect(Math.min(...waits)).to.be.at.least(50);
    subscriber.disconnect();
  });
});
