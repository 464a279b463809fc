import { once } from 'node:events';
import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { connectProducer, type RedisConnection } from '../../../common/redis/redis.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { whereIs } from '../../support/everywhere.ts';
import { makeKnown, WAITING_ROWS } from '../../support/known-person.ts';
import { startNode } from '../../support/programs.ts';
import { storeEnvironment } from '../../support/store-environment.ts';

const PROGRAM = 'test/support/erasure-process.ts';
const MINUTE = 60_000;

describe('an erasure', () => {
  let engine: Engine;
  let redis: RedisConnection;

  before(async () => {
    engine = await startEngine('faults-erasure-kills', { RATE_CALLS: '0' });
    redis = connectProducer(engine.api.config.redisUrl);
  });
  after(async () => {
    setClock();
    redis.disconnect();
    await engine.stop();
  });

  for (const step of [1, 2, 3, 5, 8]) {
    it(`loses nothing when its worker is killed after step ${step}`, async () => {
      const address = `kill-${step}@example.com`;
      const ground = await engine.ground();
      const { client } = ground;
      const known = await makeKnown(engine, ground, address);
      const before_ = [await known.arrived.details(), await known.bounced.details()];
      await client.post('/contacts/erase', { email: address });
      const { child } = startNode([PROGRAM, String(client.user_id)], {
        ...storeEnvironment(engine.api.config),
        FAILPOINTS: `mid-erasure@${step}`,
      });
      const [, signal] = await once(child, 'exit');
      expect(signal).to.equal('SIGKILL');
      expect(await whereIs(address, redis)).to.not.deep.equal([]);
      await engine.settle();
      // A change that was announced, and may not have been made, counts after a while.
      setClock(() => Date.now() + MINUTE);
      await engine.settle();
      setClock();
      expect(await whereIs(address, redis)).to.deep.equal([]);
      expect([await known.arrived.details(), await known.bounced.details()]).to.deep.equal(before_);
      for (const segment of [known.byHand, known.byRule]) {
        const { body } = await client.get(`/segment/details?segment_id=${segment}`);
        expect(body.message.segment.segment_emails_count).to.equal(0);
      }
      const types = (await client.get('/contacts-type')).body.message.contactTypes;
      expect(types.map((type: { contacts_count: number }) => type.contacts_count)).to.deep.equal([
        WAITING_ROWS + 2,
      ]);
    });
  }
});
