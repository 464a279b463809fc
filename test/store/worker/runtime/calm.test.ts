import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { now, setClock } from '../../../../common/clock.ts';
import { connectMongo, database, disconnectMongo } from '../../../../common/store/connection.ts';
import { type Mongod, startMongod } from '../../../../local/mongod.ts';
import { AHEAD_MS, createCalm } from '../../../../worker/runtime/calm.ts';
import { leaveSharedDatabase } from '../../../support/services.ts';
import { until } from '../../../support/until.ts';

/** With a MongoDB of its own: others write to the shared one. */
describe('a calm store', () => {
  let folder: string;
  let mongod: Mongod;
  let calm: ReturnType<typeof createCalm>;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), `mailing-test-${process.pid}-`));
    mongod = await startMongod({ folder, cacheGb: 0.25 });
    await leaveSharedDatabase();
    await connectMongo(mongod.url('calm'));
  });
  after(async () => {
    await disconnectMongo();
    await mongod.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => setClock());
  beforeEach(async () => {
    calm = createCalm();
    expect(await calm.lasts()).to.equal(false);
    await untilCalm();
  });

  /** MongoDB writes something by itself from time to time. */
  const untilCalm = () =>
    until(async () => {
      calm.note(false);
      return calm.lasts();
    }, 'a calm store');

  it('lasts until a process writes, as soon as the next look', async () => {
    await database().collection<{ _id: number }>('calm').insertOne({ _id: 1 });
    await until(async () => !(await calm.lasts()), 'the write to be seen');
    expect(await calm.lasts(), 'after a round that has not ended').to.equal(false);
    await untilCalm();
  });

  it('lasts as far as the round looked ahead', async () => {
    const from = now().getTime();
    setClock(() => from + AHEAD_MS + 1);
    expect(await calm.lasts()).to.equal(false);
  });

  it('does not last where a round found work', async () => {
    calm.note(true);
    expect(await calm.lasts()).to.equal(false);
  });

  it('does not last while the last write is unknown, as through a router or in an outage', async () => {
    for (const written of [async () => null, () => Promise.reject(new Error('away'))]) {
      calm = createCalm(written);
      for (let round = 0; round < 2; round += 1) {
        expect(await calm.lasts()).to.equal(false);
        calm.note(false);
      }
    }
  });
});
