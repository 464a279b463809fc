import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { StartRefusal } from '../../../../common/config/start-refusal.ts';
import { type Config, readConfig } from '../../../../common/config.ts';
import type { Logger } from '../../../../common/log.ts';
import { createIndexes } from '../../../../common/migrations/indexes.ts';
import { SCHEMA_VERSION } from '../../../../common/migrations/list.ts';
import { Account } from '../../../../common/models/accounts.ts';
import { Automation } from '../../../../common/models/automations.ts';
import { Batch } from '../../../../common/models/batches.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { StoreState } from '../../../../common/models/store-states.ts';
import { checkReplicaSet } from '../../../../common/start/findings.ts';
import { prepareStart } from '../../../../common/start/prepare.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { type RedisServer, startRedis } from '../../../../local/redis.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl } from '../../../support/services.ts';

/** Random, as production requires. */
const SECRET = randomBytes(32).toString('hex');

describe('a program at its start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-start-'));
  const warnings: string[] = [];
  /** Of each line about indexes, how many. */
  const created: number[] = [];
  const log = {
    warn: ({ problem }: { problem: string }) => warnings.push(problem),
    info: ({ indexes }: { indexes?: number }) => indexes !== undefined && created.push(indexes),
  } as unknown as Logger;
  let redis: RedisServer;
  let url: string;

  const config = (environment: Record<string, string> = {}): Config =>
    readConfig({
      MONGODB_URL: url,
      REDIS_URL: redis.url(),
      SMTP_URL: 'smtp://127.0.0.1:9',
      APP_SECRET: SECRET,
      ...environment,
    });
  const start = (environment?: Record<string, string>, clock?: () => number) =>
    prepareStart(config(environment), log, clock);
  const refusal = async (environment?: Record<string, string>): Promise<string> => {
    const error = await start(environment).catch((refused: unknown) => refused);
    expect(error).to.be.an.instanceOf(StartRefusal);
    return (error as Error).message;
  };

  before(async () => {
    redis = await startRedis({ folder: join(folder, 'redis') });
    url = await mongodbUrl('start');
    await connectMongo(url);
  });
  beforeEach(async () => {
    warnings.length = 0;
    created.length = 0;
    await StoreState.deleteMany({});
  });
  after(async () => {
    await disconnectMongo();
    await redis?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('warns of nothing when all is well, and prepares an empty store', async () => {
    await start();
    await start();
    expect(warnings).to.deep.equal([]);
    expect(created, 'said once, before').to.have.length(1);
    expect(created[0]).to.be.above(100);
    expect(await StoreState.findOne({})).to.include({ schema_version: SCHEMA_VERSION });
    expect((await Batch.driver.indexes()).length).to.be.above(3);
  });

  it('refuses a MongoDB without majorities', () => {
    expect(checkReplicaSet({})).to.match(/not a replica set/);
    expect(checkReplicaSet({ setName: 'rs0' })).to.equal(null);
    expect(checkReplicaSet({ msg: 'isdbgrid' })).to.equal(null);
  });

  it('refuses a Redis that evicts keys, and can start without one', async () => {
    const client = new Redis(redis.url());
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect(await refusal()).to.match(/maxmemory-policy allkeys-lru/);
    await client.config('SET', 'maxmemory-policy', 'noeviction');
    client.disconnect();
    await start({ REDIS_URL: 'redis://127.0.0.1:9' });
    expect(warnings.join()).to.match(/Redis \(REDIS_URL\) cannot be reached.*ECONNREFUSED.*:9/);
  });

  it('refuses a Redis that refuses the login, and never shows the password', async () => {
    const client = new Redis(redis.url());
    const wrong = new URL(redis.url());
    wrong.password = 'open-sesame';
    await client.config('SET', 'requirepass', 'close-sesame');
    try {
      for (const url of [redis.url(), wrong.href])
        expect(await refusal({ REDIS_URL: url }))
          .to.match(/refuses the login/)
          .and.not.include('sesame');
    } finally {
      await client.config('SET', 'requirepass', new URL(redis.url()).password);
      client.disconnect();
    }
  });

  it('warns about a clock that is more than 5 s wrong, either way', async () => {
    await start({}, () => Date.now() + 4000);
    expect(warnings).to.deep.equal([]);
    await start({}, () => Date.now() + 3600_000);
    await start({}, () => Date.now() - 7000);
    expect(warnings).to.have.length(2);
    expect(warnings[0]).to.match(/ahead of the database/);
    expect(warnings[1]).to.match(/7(\.\d)? s behind the database/);
  });

  it('refuses unencrypted links in production, but allows them on one machine', async () => {
    const production = { NODE_ENV: 'production' };
    expect(await refusal({ ...production, PUBLIC_URL: 'http://mail.example.com' })).to.match(/require https/);
    await start({ ...production, PUBLIC_URL: 'https://mail.example.com' });
    await start({ PUBLIC_URL: 'http://mail.example.com' });
    expect(warnings).to.deep.equal([]);
    await start({ ...production, PUBLIC_URL: 'http://localhost:3000' });
    expect(warnings.join()).to.match(/require https/);
  });

  it('refuses a folder of lists that replaces none of ours, or cannot be read', async () => {
    const lists = join(folder, 'lists');
    const HYGIENE_DIR = lists;
    expect(await refusal({ HYGIENE_DIR })).to.match(/^HYGIENE_DIR cannot be used: ENOENT.*lists/);
    mkdirSync(join(lists, 'role-names.txt'), { recursive: true });
    expect(await refusal({ HYGIENE_DIR })).to.match(/^HYGIENE_DIR cannot be used: EISDIR/);
    rmdirSync(join(lists, 'role-names.txt'));
    writeFileSync(join(lists, 'roles.txt'), 'info\n');
    expect(await refusal({ HYGIENE_DIR })).to.match(
      /has none of the files large-domains\.txt, role-names\.txt/,
    );
    writeFileSync(join(lists, 'role-names.txt'), 'info\n');
    await start({ HYGIENE_DIR });
  });

  it('names missing indexes, and makes them', async () => {
    await createIndexes();
    await Contact.driver.dropIndex('user_id_1_contact_type_id_1_deleted_at_1__id_1');
    await start();
    await start();
    expect(created).to.deep.equal([1]);
    expect(warnings.join()).to.match(/contacts: user_id, contact_type_id, deleted_at, _id/);
    expect(await Contact.driver.indexExists('user_id_1_contact_type_id_1_deleted_at_1__id_1')).to.equal(true);
  });

  it('refuses a store in which a unique index can not be made', async () => {
    await createIndexes();
    await Account.driver.dropIndex('email_norm_1');
    const account = { email_norm: 'twice@example.com' } as never;
    await Account.insertMany([
      { ...(account as object), _id: 1 } as never,
      { ...(account as object), _id: 2 } as never,
    ]);
    expect(await refusal()).to.match(/An index cannot be created: .*email_norm/);
    await Account.deleteMany({});
    await start();
  });

  it('refuses a store that is newer or half restored', async () => {
    await start();
    await StoreState.updateOne({}, { $set: { schema_version: SCHEMA_VERSION + 1 } });
    expect(await refusal()).to.match(/older than its store/);
    await StoreState.updateOne({}, { $set: { schema_version: SCHEMA_VERSION, restoring: true } });
    expect(await refusal()).to.match(/did not complete/);
  });

  it('reminds of what a restore holds', async () => {
    await start();
    await rows(Automation).insertOne({
      _id: 1,
      user_id: 1,
      status: 1,
      hold_reason: 'restored',
      deleted_at: null,
    } as never);
    await start();
    expect(warnings).to.deep.equal([]);
    await StoreState.updateOne({}, { $set: { restored: { taken_at: new Date(), at: new Date() } } });
    await start();
    expect(warnings.join()).to.match(/holds 1 send\(s\), automation\(s\).*release-holds/);
    await rows(Automation).deleteMany({});
  });

  it('migrates an older store automatically, but not in production', async () => {
    await start();
    await StoreState.updateOne({}, { $set: { schema_version: 0 } });
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://mail.example.com' };
    expect(await refusal(production)).to.match(/npm run cli -- migrate/);
    await start();
    await start(production);
  });
});
