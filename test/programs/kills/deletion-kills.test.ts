import { once } from 'node:events';
import { expect } from 'chai';
import { closeAccount } from '../../../common/accounts/closing.ts';
import { setClock } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { DeletedAccount } from '../../../common/models/deleted-accounts.ts';
import { connectProducer, type RedisConnection } from '../../../common/redis/redis.ts';
import { addFixtures, belongings } from '../../support/account-fixture.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { whereIs } from '../../support/everywhere.ts';
import { makeKnown } from '../../support/known-person.ts';
import { startNode } from '../../support/programs.ts';
import { storeEnvironment } from '../../support/store-environment.ts';
import { expire, wholeStore } from '../../support/whole-store.ts';

const PROGRAM = 'test/support/deletion-process.ts';
const AHEAD = 31 * 24 * 3600_000;
/** Longer than a lease lasts. */
const LATER = AHEAD + 60_000;

describe('the deletion of an account', () => {
  let engine: Engine;
  let redis: RedisConnection;

  before(async () => {
    engine = await startEngine('faults-deletion-kills', { RATE_CALLS: '0' });
    redis = connectProducer(engine.api.config.redisUrl);
  });
  after(async () => {
    setClock();
    redis.disconnect();
    await engine.stop();
  });

  /** Deletes in another process, which kills itself after so many groups of rows. Answers whether it did. */
  async function killedAfter(userId: number, groups: number): Promise<boolean> {
    const { child } = startNode([PROGRAM, String(userId), String(AHEAD)], {
      ...storeEnvironment(engine.api.config),
      FAILPOINTS: `mid-deletion@${groups}`,
    });
    const [, signal] = await once(child, 'exit');
    return signal === 'SIGKILL';
  }

  it('loses none of its remaining work when its worker is killed after any step', async () => {
    const ground = await engine.ground();
    const { user_id: userId } = ground.client;
    await engine.settle();
    const others = new Set((await wholeStore()).keys());
    await makeKnown(engine, ground, 'killed@known.example');
    await addFixtures(ground.client, 'killedword');
    await engine.settle();
    await closeAccount((await Account.findOne({ _id: userId }))!, 30);
    await expire(new Date(Date.now() + AHEAD));
    let kills = 0;
    // Each begins at what the one before left: one, two, three … groups further.
    for (let groups = 1; await killedAfter(userId, groups); groups += 1) {
      kills += 1;
      expect(await Account.countDocuments({ _id: userId })).to.equal(1);
      // The lease of a worker that was killed ends by its time.
      await DeletedAccount.updateOne({ _id: userId }, { $set: { lease_until: new Date(0) } });
    }
    expect(kills).to.be.greaterThan(5);
    await DeletedAccount.updateOne({ _id: userId }, { $set: { lease_until: new Date(0) } });
    setClock(() => Date.now() + LATER);
    while ((await engine.jobs['delete-account'].run({ userId }, engine.worker)) !== 'idle');
    for (const text of ['killedword', 'killed@known.example'])
      expect(await whereIs(text, redis), text).to.deep.equal([]);
    expect(Object.values(await belongings(userId)).flat()).to.deep.equal([]);
    const left = [...(await wholeStore()).keys()].filter(
      (key) => !others.has(key) && !/^(?:counters|data_keys|deleted_accounts|workers) /.test(key),
    );
    expect(left).to.deep.equal([]);
    expect(await Account.findOne({ _id: userId })).to.equal(null);
  });
});
