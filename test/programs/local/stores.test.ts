import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { flags, startGuarded } from '../../../local/guard.ts';
import { startMongod } from '../../../local/mongod.ts';
import { accepts, freePort } from '../../../local/ports.ts';
import { isAlive } from '../../../local/processes.mjs';
import { startRedis } from '../../../local/redis.ts';
import { serverFiles } from '../../../local/server-files.ts';
import { findServer, SERVERS, SetupError } from '../../../local/servers.mjs';
import { bareEnvironment, startNode } from '../../support/programs.ts';
import { temporaryFolder, writeProgram } from '../../support/temporary.ts';
import { until } from '../../support/until.ts';

/** Runs `work` with a client, and always closes it. */
async function withMongo<Result>(
  url: string,
  use: (db: mongoose.mongo.Db) => Promise<Result>,
): Promise<Result> {
  const client = new mongoose.mongo.MongoClient(url, { writeConcern: { w: 'majority', journal: true } });
  try {
    return await use(client.db());
  } finally {
    await client.close();
  }
}

async function withRedis<Result>(url: string, use: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url);
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

describe('local/mongod', () => {
  const folder = temporaryFolder();

  it('takes no compressed messages, through which this release gives its memory away', async () => {
    const server = await startMongod({ folder: folder(), cacheGb: 0.25 });
    const hello = await withMongo(server.url('shop'), (db) =>
      db.admin().command({ hello: 1, compression: ['zlib', 'snappy', 'zstd'] }),
    );
    expect(hello).to.include({ isWritablePrimary: true }).and.not.have.property('compression');
    await server.stop();
  });

  it('continues with its data after kill -9, on the same port, and supports transactions', async () => {
    const first = await startMongod({ folder: folder(), cacheGb: 0.25 });
    await withMongo(first.url('shop'), async (db) => {
      await db.collection('orders').insertMany(Array.from({ length: 100 }, (_, number) => ({ number })));
    });
    await first.kill();
    const second = await startMongod({ folder: folder(), cacheGb: 0.25 });
    expect(second.port).to.equal(first.port);
    const counted = await withMongo(second.url('shop'), async (db) => {
      await db.client.withSession((session) =>
        session.withTransaction(async () => {
          await db.collection('orders').insertOne({ number: 100 }, { session });
        }),
      );
      return db.collection('orders').countDocuments();
    });
    expect(counted).to.equal(101);
    await second.stop();
  });

  it('writes no query to its log, even a slow one', async () => {
    const server = await startMongod({ folder: folder(), cacheGb: 0.25 });
    await withMongo(server.url('shop'), async (db) => {
      await db.collection('people').insertOne({ email: 'canary@example.com' });
      const slowly = { email: 'canary@example.com', $where: 'sleep(300) || true' };
      expect(await db.collection('people').find(slowly).toArray()).to.have.length(1);
      await db.collection('people').updateMany(slowly, { $set: { name: 'Canary' } });
    });
    await server.stop();
    const log = readFileSync(serverFiles(folder()).log, 'utf8');
    expect(log).to.include('"msg":"Waiting for connections"').and.not.to.include('canary');
  });

  it('uses another port when its own is taken', async () => {
    const first = await startMongod({ folder: folder(), cacheGb: 0.25 });
    await withMongo(first.url('shop'), (db) => db.collection('orders').insertOne({ number: 1 }));
    await first.stop();
    const port = await freePort();
    const second = await startMongod({ folder: folder(), cacheGb: 0.25, port });
    expect(second.port).to.equal(port);
    expect(await withMongo(second.url('shop'), (db) => db.collection('orders').countDocuments())).to.equal(1);
    await second.stop();
  });

  it('requires its password, which only its owner can read', async () => {
    const server = await startMongod({ folder: folder(), cacheGb: 0.25 });
    const url = new URL(server.url('shop'));
    await withMongo(url.href, (db) => db.collection('orders').insertOne({ number: 1 }));
    const bare = `mongodb://127.0.0.1:${server.port}/shop?replicaSet=rs0`;
    const wrong = bare.replace('//', `//__system:${'0'.repeat(64)}@`).concat('&authSource=local');
    const makeUser = { createUser: 'eve', pwd: 'eve', roles: ['root'] };
    for (const [stranger, act] of [
      [bare, (db) => db.collection('orders').findOne({})],
      [bare, (db) => db.client.db('admin').command(makeUser)],
      [wrong, (db) => db.collection('orders').findOne({})],
    ] as readonly (readonly [string, (db: mongoose.mongo.Db) => Promise<unknown>])[]) {
      const refused = await withMongo(stranger, act).then(
        () => null,
        (error: unknown) => error,
      );
      expect(String(refused)).to.match(/requires authentication|Authentication failed/);
    }
    const { passwordFile, log } = serverFiles(folder());
    expect(statSync(passwordFile).mode & 0o777).to.equal(0o600);
    expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).not.to.include(url.password);
    await server.stop();
    expect(readFileSync(log, 'utf8')).not.to.include(url.password);
  });

  it('continues with the data of a version that had no password', async () => {
    // Started as that version did.
    const { data } = serverFiles(folder());
    const port = await freePort();
    const before = await startGuarded(
      [
        findServer(SERVERS.mongod)!,
        ...flags({ dbpath: data, port, bind_ip: '127.0.0.1', nounixsocket: true, replSet: 'rs0' }),
        ...flags({ oplogSize: 256, wiredTigerCacheSizeGB: 0.25, logpath: join(folder(), 'before.log') }),
      ],
      { output: join(folder(), 'output.log'), patience: 30 },
    );
    const open = `mongodb://127.0.0.1:${port}/shop?directConnection=true`;
    await until(() => accepts(port), 'the mongod of before');
    await withMongo(open, async (db) => {
      const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
      await db.admin().command({ replSetInitiate: { _id: 'rs0', members } });
      await until(async () => (await db.admin().command({ hello: 1 }))['isWritablePrimary'], 'a primary');
      await db.collection('orders').insertOne({ number: 1 });
    });
    await before.stop();
    for (let start = 1; start <= 2; start += 1) {
      const after = await startMongod({ folder: folder(), cacheGb: 0.25 });
      const count = await withMongo(after.url('shop'), (db) => db.collection('orders').countDocuments());
      expect(count).to.equal(1);
      await after.stop();
    }
  });

  it('shows the output of a server that does not start', async () => {
    const binary = writeProgram(
      join(folder(), 'mongod'),
      'echo "error while loading shared libraries: libcurl.so.4: cannot open shared object file" >&2; exit 127',
    );
    const failure = await startMongod({ folder: join(folder(), 'data'), binary }).catch(
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(SetupError);
    expect((failure as Error).message)
      .to.include('cannot open shared object')
      .and.include('Install libcurl4');
  });
});

describe('local/redis', () => {
  const folder = temporaryFolder();

  it('continues with its data after kill -9, on the same port', async () => {
    const first = await startRedis({ folder: folder() });
    await withRedis(first.url(), async (redis) => {
      await redis.set('kept', 'yes');
      // Redis reports when the write is synced, so the test need not wait.
      await redis.call('WAITAOF', '1', '0', '5000').catch(() => redis.call('BGREWRITEAOF'));
    });
    await first.kill();
    const second = await startRedis({ folder: folder() });
    expect(second.port).to.equal(first.port);
    const [kept, policy] = await withRedis(second.url(), (redis) =>
      Promise.all([redis.get('kept'), redis.config('GET', 'maxmemory-policy')]),
    );
    expect(kept).to.equal('yes');
    expect(policy).to.include('noeviction');
    await second.stop();
  });
});

describe('local/redis', () => {
  const folder = temporaryFolder();

  it('refuses a client without the password, which only the owner can read', async () => {
    const server = await startRedis({ folder: folder() });
    const { password } = new URL(server.url());
    for (const url of [`redis://127.0.0.1:${server.port}`, `redis://:wrong@127.0.0.1:${server.port}`]) {
      const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
      redis.on('error', () => {});
      const refused = await redis.set('a', '1').then(
        () => null,
        (error: unknown) => error,
      );
      expect(String(refused)).to.match(/NOAUTH|WRONGPASS/);
      redis.disconnect();
    }
    for (const file of ['password', 'password.conf'])
      expect(statSync(join(folder(), file)).mode & 0o777, file).to.equal(0o600);
    expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).not.to.include(password);
    await server.stop();
  });
});

describe('local/guard', () => {
  const folder = temporaryFolder();
  const PARENT = 'test/programs/local/parent.ts';

  for (const signal of ['SIGKILL', 'SIGINT', 'SIGTERM'] as const) {
    it(`leaves no server when the parent ends by ${signal}`, async () => {
      const parent = startNode([PARENT, folder()], bareEnvironment());
      const pids = await until(() => /^pids (\d+) (\d+)$/m.exec(parent.out()), 'the servers to start');
      const [mongod, redis] = [Number(pids[1]), Number(pids[2])];
      expect([isAlive(mongod), isAlive(redis)]).to.deep.equal([true, true]);
      parent.child.kill(signal);
      await parent.ended;
      await until(() => !isAlive(mongod) && !isAlive(redis), 'both servers to end');
    });
  }

  it('ends a server whose parent and guard were killed, at the next start', async () => {
    const parent = startNode([PARENT, folder(), 'guards'], bareEnvironment());
    const pids = await until(() => /^pids (\d+) (\d+)$/m.exec(parent.out()), 'the servers to start');
    const guards = await until(() => /^guards (.*)$/m.exec(parent.out())?.[1], 'the guards');
    for (const pid of [...guards.split(' ').map(Number), parent.child.pid ?? 0]) process.kill(pid, 'SIGKILL');
    await parent.ended;
    expect(isAlive(Number(pids[2]))).to.equal(true);
    const said: string[] = [];
    const redis = await startRedis({ folder: join(folder(), 'redis'), say: (line) => said.push(line) });
    expect(said.join()).to.include(`Stopping process ${pids[2]}`);
    expect(isAlive(Number(pids[2]))).to.equal(false);
    await redis.stop();
    const mongod = await startMongod({ folder: join(folder(), 'mongodb'), cacheGb: 0.25 });
    expect(isAlive(Number(pids[1]))).to.equal(false);
    await mongod.stop();
  });
});
