import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { createKnownKeys, type KnownKey } from '../../../../api/http/known-keys.ts';
import { accountChanges, tellOfAccount } from '../../../../common/accounts/changes.ts';
import { revokeKeyPair } from '../../../../common/accounts/key-pairs.ts';
import { QUOTA_NAMES, type QuotaLimits } from '../../../../common/domain/quotas.ts';
import { createLogger } from '../../../../common/log.ts';
import { Key } from '../../../../common/models/keys.ts';
import { connectProducer, connectSubscriber, type RedisConnection } from '../../../../common/redis/redis.ts';
import { type RedisServer, startRedis } from '../../../../local/redis.ts';
import { type Api, type Client, startApi } from '../../../support/api.ts';
import { rows } from '../../../support/rows.ts';
import { until } from '../../../support/until.ts';

const log = createLogger('api', 'silent');

const QUOTAS = Object.fromEntries(QUOTA_NAMES.map((name) => [name, 0])) as QuotaLimits;

const known = (publicKey: string, userId: number): KnownKey => ({
  key: {
    _id: publicKey,
    user_id: userId,
    secret_hash: Buffer.alloc(32),
    name: '',
    created_at: new Date(),
    last_used_at: null,
    revoked_at: null,
  },
  account: { id: userId, timezone: 'UTC', suspended: false, closed: false, quotas: QUOTAS },
});

describe('the memory of key pairs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-keys-'));
  const connections: Redis[] = [];
  let redis: RedisServer;
  let api: Api;
  let other: Awaited<ReturnType<Api['another']>>;

  before(async () => {
    redis = await startRedis({ folder });
    api = await startApi('api-known-keys', { REDIS_URL: redis.url() });
    other = await api.another();
  });
  after(async () => {
    for (const connection of connections) connection.disconnect();
    await other.stop();
    await api.stop();
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const connected = (connect: (url: string) => RedisConnection, database = 0): Redis => {
    const connection = connect(redis.url(database)) as Redis;
    connections.push(connection);
    return connection;
  };
  const knownKeys = () => createKnownKeys(connected(connectSubscriber), connected(connectProducer), log);

  /** Whether it remembers pairs now; a process that gets no reports keeps nothing. */
  const keeps = (keys: ReturnType<typeof knownKeys>, publicKey: string, userId: number): boolean => {
    keys.keep(keys.moment(), known(publicKey, userId));
    return keys.recall(publicKey) !== null;
  };

  const callBy = (from: Pick<Api, 'request'>, { public_key, secret_key }: Client) =>
    from.request('/api/contacts-type', { headers: { PublicKey: public_key, SecretKey: secret_key } });
  const statusesOf = async (client: Client): Promise<number[]> =>
    (await Promise.all([api, other].map((from) => callBy(from, client)))).map(({ status }) => status);

  it('drops pairs in all processes when one reports a change of the account, and keeps those of others', async () => {
    const [one, two] = [knownKeys(), knownKeys()];
    await until(() => keeps(one, 'pk_a', 1) && keeps(two, 'pk_a', 1));
    expect([keeps(one, 'pk_b', 2), keeps(two, 'pk_b', 2)]).to.deep.equal([true, true]);
    await one.changed(1);
    expect(one.recall('pk_a')).to.equal(null);
    await until(() => two.recall('pk_a') === null && keeps(two, 'pk_b', 2));
  });

  it('drops pairs before the reporting process continues, even if another process reads the report late', async () => {
    const subscriber = connected(connectSubscriber);
    const [teller, late] = [knownKeys(), createKnownKeys(subscriber, connected(connectProducer), log)];
    await until(() => keeps(teller, 'pk_e', 5) && keeps(late, 'pk_e', 5));
    subscriber.stream.pause();
    const remembered = teller.changed(5).then(() => late.recall('pk_e'));
    // After another round trip, Redis has delivered the message.
    await Promise.all([api, other].map((from) => from.request('/ready')));
    expect(late.recall('pk_e')).to.not.equal(null);
    subscriber.stream.resume();
    expect(await remembered).to.equal(null);
  });

  it('stays unused in every process while one does not confirm a reported change', async () => {
    const deaf = connected(connectSubscriber);
    const [teller, late] = [knownKeys(), createKnownKeys(deaf, connected(connectProducer), log)];
    await until(() => keeps(teller, 'pk_f', 6) && keeps(late, 'pk_f', 6));
    deaf.stream.pause();
    await teller.changed(6);
    expect(late.recall('pk_f')).to.equal(null);
    deaf.stream.resume();
  });

  it('neither hears nor waits for installations in another database of Redis', async () => {
    const deaf = connected(connectSubscriber, 5);
    const teller = connected(connectProducer, 4);
    const here = createKnownKeys(connected(connectSubscriber, 4), teller, log);
    const elsewhere = createKnownKeys(deaf, connected(connectProducer, 5), log);
    await until(() => keeps(here, 'pk_g', 7) && keeps(elsewhere, 'pk_g', 7) && keeps(elsewhere, 'pk_h', 8));
    deaf.stream.pause();
    // The teller waits for as many processes as get the message.
    expect(await teller.publish(accountChanges(teller), '0')).to.equal(1);
    await here.changed(7);
    // The process in the other database could not confirm, and was not awaited.
    const heard = await teller.keys('account-changes:heard:*');
    expect(await Promise.all(heard.map((key) => teller.get(key)))).to.deep.equal(['1']);
    deaf.stream.resume();
    // Messages arrive in their order.
    await elsewhere.changed(8);
    expect(elsewhere.recall('pk_h')).to.equal(null);
    expect(elsewhere.recall('pk_g')).to.not.equal(null);
  });

  it('keeps no pair when anything changed while the database was asked', async () => {
    const keys = knownKeys();
    await until(() => keeps(keys, 'pk_c', 3));
    const moment = keys.moment();
    await keys.changed(3);
    keys.keep(moment, known('pk_c', 3));
    expect(keys.recall('pk_c')).to.equal(null);
  });

  it('contains only the digest of a secret', async () => {
    const client = await api.account();
    const key = await rows(Key).findOne({ _id: client.public_key });
    expect(JSON.stringify(key)).to.not.include(client.secret_key);
  });

  it('drops pairs at once in every process when another process revokes them', async () => {
    const client = await api.account();
    expect(await statusesOf(client)).to.deep.equal([200, 200]);
    const publisher = connected(connectProducer);
    await until(() => publisher.status === 'ready');
    await revokeKeyPair(client.user_id, client.public_key, (id) => tellOfAccount(publisher, id, log));
    expect(await statusesOf(client)).to.deep.equal([401, 401]);
  });

  it('forgets its pairs, and keeps no others, while Redis is away', async () => {
    const keys = knownKeys();
    await until(() => keeps(keys, 'pk_d', 4));
    const client = await api.account();
    expect(await statusesOf(client)).to.deep.equal([200, 200]);
    await redis.kill();
    await until(() => keys.recall('pk_d') === null);
    expect(keeps(keys, 'pk_d', 4)).to.equal(false);
    expect(await statusesOf(client)).to.deep.equal([200, 200]);
    // No process reports this change.
    await rows(Key).updateOne({ _id: client.public_key }, { $set: { revoked_at: new Date() } });
    expect(await statusesOf(client)).to.deep.equal([401, 401]);
    redis = await startRedis({ folder });
    await until(() => keeps(keys, 'pk_d', 4));
  });
});
