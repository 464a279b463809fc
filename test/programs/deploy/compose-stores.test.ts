import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { serversFolder } from '../../../local/servers.mjs';
import { renderCompose, type Service } from '../../support/compose.ts';
import {
  besideMongodb,
  type ComposeStore,
  checkMongodb,
  startComposeStore,
} from '../../support/compose-stores.ts';
import { startCommand } from '../../support/programs.ts';
import { until } from '../../support/until.ts';

const MONGOSH = join(serversFolder(), 'mongosh/node_modules/.bin/mongosh');
const STORE_PASSWORD = '8f3c2b7a9d1e4056a7b8c9d0e1f20314';
const services = renderCompose({ STORE_PASSWORD });
const { MONGODB_URL = '', REDIS_URL = '' } = services['api']!.environment;

describe('a store of docker-compose.yml', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-compose-'));
  const stores: ComposeStore[] = [];

  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.stop()));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function start(name: 'mongodb' | 'redis', service: Service, place: string, port?: number) {
    const store = await startComposeStore(name, service, join(folder, place), port);
    stores.push(store);
    return store;
  }

  const mongodb = services['mongodb']!;
  const untilHealthy = (service: Service, store: ComposeStore) =>
    until(async () => (await checkMongodb(service, store)) === 0, 'MongoDB to be healthy');

  async function asProgram<Result>(
    url: string,
    use: (client: mongoose.mongo.MongoClient) => Promise<Result>,
  ): Promise<Result> {
    const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 10_000 });
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  }
  const count = (client: mongoose.mongo.MongoClient) => client.db().collection('things').countDocuments();
  const failureOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'none',
      (error: Error) => error.message,
    );

  it('is MongoDB, which takes commands with the password alone, and none about users', async () => {
    const store = await start('mongodb', mongodb, 'mongodb');
    await untilHealthy(mongodb, store);
    expect(await checkMongodb(mongodb, store), 'again').to.equal(0);
    const url = store.here(MONGODB_URL);
    expect(await asProgram(url, (client) => count(client))).to.equal(0);
    expect(await failureOf(besideMongodb(store, (client) => count(client)))).to.include(
      'requires authentication',
    );
    const wrong = url.replace(STORE_PASSWORD, 'wrong');
    expect(await failureOf(asProgram(wrong, (client) => count(client)))).to.include('Authentication failed');
    const other = (client: mongoose.mongo.MongoClient) =>
      client.db('admin').command({ createUser: 'other', pwd: 'other', roles: ['root'] });
    expect(await failureOf(asProgram(url, other))).to.include('not authorized');
    expect(await failureOf(besideMongodb(store, other))).to.include('requires authentication');
  });

  it('is MongoDB, whose health check is a script of mongosh', async function byMongosh() {
    if (!existsSync(MONGOSH)) this.skip();
    const store = await start('mongodb', mongodb, 'mongosh');
    const [, , ...words] = mongodb.healthcheck!;
    const command = [MONGOSH, '--port', String(store.port), ...words.map((word) => store.here(word))];
    const check = async () =>
      startCommand(command, { cwd: folder, env: { ...process.env, ...mongodb.environment } }).ended;
    expect((await check()).code, 'at first').to.equal(1);
    let last = '';
    await until(async () => {
      const { code, out, err } = await check();
      last = out + err;
      return code === 0;
    }, 'MongoDB to be healthy');
    expect(last).to.equal('');
    expect((await check()).code, 'again').to.equal(0);
    expect(await asProgram(store.here(MONGODB_URL), (client) => count(client))).to.equal(0);
  });

  it('is MongoDB on the data of a version without passwords', async () => {
    const at = mongodb.command!.indexOf('--keyFile');
    expect(at).to.be.above(0);
    const before = { ...mongodb, command: mongodb.command!.toSpliced(at, 2), files: {} };
    const old = await start('mongodb', before, 'old');
    await besideMongodb(old, async (client) => {
      const members = [{ _id: 0, host: `127.0.0.1:${old.port}` }];
      await client.db('admin').command({ replSetInitiate: { _id: 'rs0', members } });
      await until(() =>
        failureOf(client.db('mailing').collection('things').insertOne({ a: 1 })).then((it) => it === 'none'),
      );
    });
    await stores.pop()!.stop();
    const store = await start('mongodb', mongodb, 'old', old.port);
    await untilHealthy(mongodb, store);
    expect(await asProgram(store.here(MONGODB_URL), (client) => count(client))).to.equal(1);
    expect(await failureOf(besideMongodb(store, (client) => count(client)))).to.include(
      'requires authentication',
    );
  });

  it('is MongoDB, whose password changes as the guide says', async () => {
    const store = await start('mongodb', mongodb, 'changed');
    await untilHealthy(mongodb, store);
    const fresh = renderCompose({ STORE_PASSWORD: STORE_PASSWORD.toUpperCase() });
    const asMember = store
      .here(MONGODB_URL)
      .replace('mailing:', '__system:')
      .replace('authSource=admin', 'authSource=local');
    await asProgram(asMember, (client) =>
      client.db('admin').command({ updateUser: 'mailing', pwd: STORE_PASSWORD.toUpperCase() }),
    );
    await stores.pop()!.stop();
    const again = await start('mongodb', fresh['mongodb']!, 'changed', store.port);
    await untilHealthy(fresh['mongodb']!, again);
    const url = again.here(fresh['api']!.environment['MONGODB_URL']!);
    expect(await asProgram(url, (client) => count(client))).to.equal(0);
    const old = again.here(MONGODB_URL);
    expect(await failureOf(asProgram(old, (client) => count(client)))).to.include('Authentication failed');
  });

  it('is Redis, which answers with the password alone', async () => {
    const redis = services['redis']!;
    const store = await start('redis', redis, 'redis');
    const answer = async (url: string): Promise<string> => {
      const client = new Redis(url, {
        lazyConnect: true,
        retryStrategy: () => null,
        enableReadyCheck: false,
      });
      client.on('error', () => {});
      try {
        return await client.ping();
      } catch (error) {
        return String(error);
      } finally {
        client.disconnect();
      }
    };
    const url = store.here(REDIS_URL);
    expect(await answer(url)).to.equal('PONG');
    expect(await answer(url.replace(STORE_PASSWORD, 'wrong'))).to.include('WRONGPASS');
    expect(await answer(`redis://127.0.0.1:${store.port}`)).to.include('NOAUTH');
    // Its health check logs in by this variable.
    expect(redis.environment['REDISCLI_AUTH']).to.equal(STORE_PASSWORD);
  });

  it('has its password in no command line, and in files that others cannot read', () => {
    for (const name of ['mongodb', 'redis']) {
      const { command, files } = services[name]!;
      expect(JSON.stringify(command)).not.to.include(STORE_PASSWORD);
      expect(
        Object.values(files).map(({ mode }) => mode),
        name,
      ).to.deep.equal([0o400]);
    }
  });
});
