import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { createApi } from '../../../../api/create-api.ts';
import { createAccount } from '../../../../common/accounts/accounts.ts';
import { createKeyPair } from '../../../../common/accounts/key-pairs.ts';
import { readConfig } from '../../../../common/config.ts';
import { ContactType } from '../../../../common/models/contact-types.ts';
import { checkReplicaSet } from '../../../../common/start/findings.ts';
import { lookAtStore } from '../../../../common/start/look.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { CONNECTIONS } from '../../../../common/store/connections.ts';
import { isAnswering, patiently, whileAnswering } from '../../../../common/store/patience.ts';
import { StoreBusy, StoreHangs } from '../../../../common/store/store-away.ts';
import { type Mongod, startMongod } from '../../../../local/mongod.ts';
import { keepBusy } from '../../../support/busy.ts';
import { leaveSharedDatabase, redisUrl } from '../../../support/services.ts';
import { until } from '../../../support/until.ts';

const never = new Promise<never>(() => {});

describe('a call to MongoDB', () => {
  let folder: string;
  let mongod: Mongod;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), `mailing-test-${process.pid}-`));
    mongod = await startMongod({ folder, cacheGb: 0.25, failCommands: true });
    await leaveSharedDatabase();
    await connectMongo(mongod.url('patience'));
  });
  after(async () => {
    await disconnectMongo();
    await mongod.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const hello = () => mongoose.connection.db!.admin().command({ hello: 1 });
  /** Does work while the store answers `hello` like this. */
  async function withHello(command: () => Promise<object>, work: () => Promise<void>): Promise<void> {
    const real = Object.getOwnPropertyDescriptor(mongoose.connection, 'db')!;
    Object.defineProperty(mongoose.connection, 'db', { ...real, value: { admin: () => ({ command }) } });
    try {
      await work();
    } finally {
      Object.defineProperty(mongoose.connection, 'db', real);
    }
  }
  /** Does work while the driver's monitor hears this answer, or none. */
  async function hearing(reply: object | null, work: () => Promise<void>): Promise<void> {
    const client = mongoose.connection.getClient();
    const real = client.listeners('serverHeartbeatSucceeded') as ((event: object) => void)[];
    client.removeAllListeners('serverHeartbeatSucceeded');
    const beat = (): void => {
      for (const hear of real) hear({ reply });
    };
    const timer = reply === null ? undefined : setInterval(beat, 100);
    try {
      await work();
    } finally {
      clearInterval(timer);
      for (const hear of real) client.on('serverHeartbeatSucceeded', hear);
      await until(() => isAnswering(), 'the monitor');
    }
  }
  /** The result of a call that began so many seconds ago and would never end; null while it is waited for. */
  const endOf = (seconds: number): Promise<unknown> =>
    Promise.race([
      whileAnswering(never, performance.now() - seconds * 1000).catch((error: unknown) => error),
      new Promise<null>((resolve) => setTimeout(resolve, 1500, null)),
    ]);

  it('gets its answer in time although this process was busy when the answer came', async () => {
    await hello();
    const answer = patiently(hello(), performance.now() + 100);
    await nextTurn();
    const ends = performance.now() + 250;
    while (performance.now() < ends);
    expect(await answer).to.include({ ok: 1 });
  });

  it('gets a late answer where this process was too busy to read it', async () => {
    const rest = keepBusy();
    try {
      const answer = new Promise((resolve) => setTimeout(resolve, 400, 'late'));
      expect(await patiently(answer, performance.now() + 50)).to.equal('late');
    } finally {
      rest();
    }
    const silent = await patiently(never, performance.now() + 50).catch((error: unknown) => error);
    expect(silent).to.be.instanceOf(StoreHangs);
  });

  it('waits while a router of a sharded cluster answers, which knows no last write', async () => {
    const { lastWrite, setName, ...common } = await hello();
    expect([lastWrite, setName]).to.not.include(undefined);
    await withHello(
      async () => ({ ...common, msg: 'isdbgrid' }),
      async () => {
        expect(checkReplicaSet(await lookAtStore())).to.equal(null);
      },
    );
    await hearing({ ...common, msg: 'isdbgrid' }, async () => void expect(await endOf(60)).to.equal(null));
  });

  it('gives up when the primary is silent', async () => {
    await hearing(null, async () => {
      await until(() => !isAnswering(), 'the silence');
      expect(await endOf(4)).to.be.instanceOf(StoreHangs);
      expect(await patiently(never, 0).catch((error: unknown) => error)).to.be.instanceOf(StoreHangs);
    });
  });

  it('outlasts a short pause of the primary, and gives up after a long one', async () => {
    const long = whileAnswering(never, performance.now() - 60_000).catch((error: unknown) => error);
    await hearing(null, async () => {
      await until(() => !isAnswering(), 'the silence');
      expect(await Promise.race([long, pause(800, null)])).to.equal(null);
      expect(await Promise.race([long, pause(4000, null)])).to.be.instanceOf(StoreHangs);
    });
  });

  it('gives up when the primary answers its monitor and no queries, on any connection', async () => {
    const admin = new mongoose.mongo.MongoClient(mongod.url('admin'));
    const fail = (more: object) => admin.db().command({ configureFailPoint: 'failCommand', ...more });
    await fail({
      mode: 'alwaysOn',
      data: { failCommands: ['find'], blockConnection: true, blockTimeMS: 7000 },
    });
    try {
      const rows = mongoose.connection.db!.collection('rows');
      const held = Promise.all(Array.from({ length: CONNECTIONS }, () => rows.findOne({})));
      const ends = [patiently(hello()), whileAnswering(never)].map((call) =>
        Promise.race([call.catch((error: unknown) => error), pause(5000, null)]),
      );
      for (const end of await Promise.all(ends)) expect(end).to.be.instanceOf(StoreHangs);
      expect(isAnswering()).to.equal(false);
      await held;
      expect(isAnswering()).to.equal(true);
    } finally {
      await fail({ mode: 'off' });
      await admin.close();
    }
  });

  describe('through the API, of a primary that is locked for writes', () => {
    let admin: mongoose.mongo.MongoClient;
    let api: Awaited<ReturnType<typeof createApi>>;
    let root: string;
    let headers: Record<string, string>;

    before(async () => {
      await disconnectMongo();
      await connectMongo(mongod.url('patience'));
      admin = new mongoose.mongo.MongoClient(mongod.url('admin'));
      const config = readConfig({
        MONGODB_URL: mongod.url('patience'),
        REDIS_URL: await redisUrl('patience'),
        SMTP_URL: 'smtp://127.0.0.1:9',
        APP_SECRET: 'a secret of thirty-two characters or more',
        LOG_LEVEL: 'silent',
      });
      await ContactType.driver.createIndexes([...ContactType.indexes]);
      api = await createApi(config);
      const account = await createAccount({
        name: 'Test',
        email: 'owner@example.com',
        password: 'correct horse',
        timezone: 'UTC',
      });
      const { public_key, secret_key } = await createKeyPair(account!._id, 'test');
      root = `http://127.0.0.1:${await api.listen('127.0.0.1', 0)}/api`;
      headers = { PublicKey: public_key, SecretKey: secret_key };
      expect((await add('before')).status).to.equal(200);
    });
    const unlock = () => admin.db().command({ fsyncUnlock: 1 });
    afterEach(async () => {
      await unlock().catch(() => {});
    });
    after(async () => {
      await api.stop(2000);
      await admin.close();
    });

    const lock = () => admin.db().command({ fsync: 1, lock: true });
    const add = (name: string, more = {}) =>
      fetch(`${root}/contacts-type/add`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: new URLSearchParams({ name }),
      });
    const read = (path = '/contacts-type') =>
      fetch(`${root}${path}`, { headers, signal: AbortSignal.timeout(6000) });
    const named = async (name: RegExp) => (await (await read()).text()).match(name) ?? [];

    it('gives up writes and downloads, and waits for reads', async () => {
      const key = { 'Idempotency-Key': 'key-of-a-locked-store' };
      await lock();
      const began = performance.now();
      const reading = whileAnswering(pause(6000, 'read'));
      const refused = [add('plain'), add('keyed', key), read('/global-unsubscribes/download')];
      for (const answer of await Promise.all(refused)) {
        expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, '5']);
        expect(await answer.json()).to.deep.include({ status: 'failed', errors: 'Service Unavailable' });
      }
      expect(performance.now() - began).to.be.lessThan(6000);
      expect((await read()).status).to.equal(200);
      expect(await reading).to.equal('read');
      await unlock();
      // A refused call may have stored its change: its key answers what became of it.
      await until(async () => (await add('keyed', key)).status === 200, 'the keyed call');
      expect(await named(/"keyed"/g)).to.have.length(1);
    }).timeout(30_000);

    it('begins no more of them than leave connections to reads, and none once they are refused', async () => {
      expect((await add('just before')).status).to.equal(200);
      await lock();
      const began = performance.now();
      const early = Array.from({ length: 2 * CONNECTIONS }, (_, number) => add(`early-${number}`));
      await pause(1000);
      expect((await read()).status).to.equal(200);
      for (const { status } of await Promise.all(early)) expect(status).to.equal(503);
      expect(performance.now() - began).to.be.lessThan(6000);
      const late = performance.now();
      for (let round = 0; round < 3; round += 1) {
        const again = Array.from({ length: CONNECTIONS }, (_, number) => add(`late-${round}-${number}`));
        for (const { status, headers: told } of await Promise.all(again))
          expect([status, told.get('connection')]).to.deep.equal([503, 'close']);
        expect((await read()).status).to.equal(200);
      }
      expect(performance.now() - late).to.be.lessThan(3000);
      await unlock();
      await until(async () => (await add('after')).status === 200, 'a write');
      expect(await named(/"late-/g)).to.deep.equal([]);
      expect((await named(/"early-/g)).length).to.be.within(1, 20);
    }).timeout(30_000);
  });

  it('waits while calls hold all connections and the store answers, and is then refused as too many', async () => {
    const { topologyVersion } = await hello();
    const { processId, counter } = topologyVersion as { processId: unknown; counter: number };
    // MongoDB answers after this time, as long as its topology is the same.
    const hold = (maxAwaitTimeMS: number): Promise<unknown> =>
      Promise.all(
        Array.from({ length: CONNECTIONS }, () =>
          mongoose.connection.db!.admin().command({
            hello: 1,
            topologyVersion: { processId, counter: mongoose.mongo.Long.fromNumber(counter) },
            maxAwaitTimeMS,
          }),
        ),
      );
    const short = hold(1000);
    expect(await patiently(hello(), performance.now() + 50)).to.include({ ok: 1 });
    await short;
    // Connections come back, and others wait for them.
    const long = Promise.all(Array.from({ length: 9 }, () => hold(1000)));
    const [refused, waited] = await Promise.all([
      patiently(hello(), performance.now() + 50).catch((error: unknown) => error),
      endOf(60),
    ]);
    expect(refused).to.be.instanceOf(StoreBusy);
    expect(waited).to.equal(null);
    await long;
  });

  it('waits as long as the primary is the same, and gives up at the first election', async () => {
    expect(await endOf(60)).to.equal(null);
    const { electionId } = await hello();
    await mongoose.connection
      .db!.admin()
      .command({ replSetStepDown: 1, force: true })
      .catch(() => {});
    await until(async () => {
      const now = await hello().catch(() => null);
      return now?.isWritablePrimary === true && !now.electionId.equals(electionId);
    }, 'another election');
    expect(await endOf(5)).to.be.instanceOf(StoreHangs);
  });

  it('gives up when the connections of its pool are dead and that of the monitor is not', async () => {
    const sockets: Socket[][] = [];
    const proxy = createServer((near) => {
      const far = dial(mongod.port, '127.0.0.1');
      sockets.push([near, far]);
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) socket.on('error', () => {});
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(mongod.url('patience'));
    url.port = String((proxy.address() as AddressInfo).port);
    url.searchParams.delete('replicaSet');
    url.searchParams.set('directConnection', 'true');
    await disconnectMongo();
    await connectMongo(url.href);
    try {
      await Promise.all(Array.from({ length: 5 }, hello));
      // The monitor connects first.
      for (const socket of sockets.slice(1).flat()) socket.unpipe().pause();
      const rows = mongoose.connection.db!.collection('rows');
      const found = whileAnswering(rows.findOne({})).catch((error: unknown) => error);
      expect(await Promise.race([found, pause(5000, null)])).to.be.instanceOf(StoreHangs);
    } finally {
      for (const socket of sockets.flat()) socket.destroy();
      proxy.close();
    }
  });
});
