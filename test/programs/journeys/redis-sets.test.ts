import { expect } from 'chai';
import { anAccount, aSend } from '../../support/factories.ts';
import { type RedisSet, startCluster, startSentinelSet } from '../../support/redis-sets.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed, startWorld, type World } from '../../support/world.ts';

describe('a Redis of several servers', () => {
  for (const [what, start] of [
    ['a primary that sentinels watch', startSentinelSet],
    ['a cluster', startCluster],
  ] as const) {
    describe(what, () => {
      let set: RedisSet;
      let world: World;

      before(async () => {
        set = await start();
        world = await startWorld(`journey-${start.name}`, {
          REDIS_URL: set.url,
          SMTP_RATE: '1000',
          RATE_WRONG_KEYS: '2',
        });
      });
      after(async () => {
        await world.stop();
        await set.stop();
      });

      const send = async () => {
        const ground = await anAccount(world.api);
        await addContacts(ground, ['ada@example.com', 'bob@example.com']);
        const { utr } = (await ground.client.post('/single/send/create', aSend(ground))).body.message;
        return completed(ground.client, utr, 30_000);
      };

      it('rings jobs, counts calls and shares the sending rate', async () => {
        const guess = () =>
          world.api.request('/api/contacts-type', { headers: { PublicKey: 'pk_a', SecretKey: 'sk_a' } });
        const statuses = [await guess(), await guess()].map(({ status }) => status);
        expect(statuses).to.deep.equal([401, 401]);
        // Calls that Redis does not count in time are allowed.
        await until(async () => (await guess()).status === 429, 'wrong keys to be refused');
        expect(await send()).to.deep.include({ delivered: 2 });
      });

      // Two nodes of a cluster have no majority without the third.
      if (start === startSentinelSet) {
        it('continues after its primary was lost', async () => {
          await set.kill();
          expect(await send()).to.deep.include({ delivered: 2 });
        });
      }
    });
  }
});
