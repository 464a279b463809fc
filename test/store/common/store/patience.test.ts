import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { checkReplicaSet } from '../../../../common/start/findings.ts';
import { lookAtStore } from '../../../../common/start/look.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { patiently, whileAnswering } from '../../../../common/store/patience.ts';
import { StoreHangs } from '../../../../common/store/store-away.ts';
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
        expect(await endOf(60)).to.equal(null);
        expect(checkReplicaSet(await lookAtStore())).to.equal(null);
      },
    );
  });

  it('gives up when the router is silent', async () => {
    await withHello(
      () => never,
      async () => void expect(await endOf(4)).to.be.instanceOf(StoreHangs),
    );
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
