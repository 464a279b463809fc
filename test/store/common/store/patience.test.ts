import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { checkReplicaSet } from '../../../../common/start/findings.ts';
import { lookAtStore } from '../../../../common/start/look.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { CONNECTIONS } from '../../../../common/store/connections.ts';
import { isAnswering, patiently, whileAnswering } from '../../../../common/store/patience.ts';
import { StoreBusy, StoreHangs } from '../../../../common/store/store-away.ts';
import { type Mongod, startMongod } from '../../../../local/mongod.ts';
import { leaveSharedDatabase } from '../../../support/services.ts';
import { until } from '../../../support/until.ts';

const never = new Promise<never>(() => {});

describe('a call to MongoDB', () => {
  let folder: string;
  let mongod: Mongod;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), `mailing-test-${process.pid}-`));
    mongod = await startMongod({ folder, cacheGb: 0.25 });
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
    let isBusy = true;
    const work = (): void => {
      const ends = performance.now() + 20;
      while (performance.now() < ends);
      if (isBusy) setImmediate(work);
    };
    work();
    try {
      const answer = new Promise((resolve) => setTimeout(resolve, 400, 'late'));
      expect(await patiently(answer, performance.now() + 50)).to.equal('late');
    } finally {
      isBusy = false;
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
    const long = hold(8000);
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
});
