import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { createAskRedis, OF_A_WORKER_MS } from '../../../../../common/rates/ask-redis.ts';
import { connectProducer } from '../../../../../common/redis/redis.ts';
import { createPace } from '../../../../../worker/sending/transport/pace.ts';
import { startScriptedSmtp } from '../../../../support/scripted-smtp.ts';
import { redisUrl } from '../../../../support/services.ts';
import { mailTo, transportTo } from '../../../../support/transports.ts';

describe('transport: pace', () => {
  let redis: Redis;
  before(async () => {
    redis = connectProducer(await redisUrl('worker-transport-pace')) as Redis;
    await new Promise((resolve) => redis.once('ready', resolve));
  });
  after(() => redis.disconnect());

  for (const [what, workers, url] of [
    ['over several workers', 3, null],
    ['while Redis is away', 2, 'redis://127.0.0.1:1'],
  ] as const)
    it(`lets mails beyond its rate wait, ${what}`, async () => {
      const connection = url === null ? redis : connectProducer(url);
      const paces = Array.from({ length: workers }, () =>
        createPace({
          name: what,
          rate: 100,
          store: { ask: createAskRedis(connection, OF_A_WORKER_MS), workers: () => workers },
        }),
      );
      const order: string[] = [];
      // A credit of 0.2 s and a chunk of 0.05 s for each worker come at once.
      const least = delay(200).then(() => order.push('0.2 s'));
      const takes = Array.from({ length: 60 }, (_, at) => paces[at % workers]!.take());
      await Promise.all(takes);
      order.push('60 mails');
      await least;
      expect(order).to.deep.equal(['0.2 s', '60 mails']);
      if (url !== null) connection.disconnect();
    });

  it('books by the key that workers of earlier versions use', async () => {
    const pace = createPace({
      name: 'key',
      rate: 2,
      store: { ask: createAskRedis(redis, OF_A_WORKER_MS), workers: () => 1 },
    });
    await pace.take();
    expect(await redis.exists('pace:key')).to.equal(1);
  });

  it('ends an aborted wait at once and does not delay the others', async () => {
    const pace = createPace({
      name: 'abort',
      rate: 2,
      store: { ask: createAskRedis(redis, OF_A_WORKER_MS), workers: () => 1 },
    });
    const abort = new AbortController();
    const waits = [pace.take(), ...Array.from({ length: 50 }, () => pace.take(abort.signal)), pace.take()];
    await waits[0];
    abort.abort();
    const leaves = await Promise.all(waits);
    expect(leaves.filter(Boolean).length).to.be.within(2, 4);
    expect(leaves.at(-1)).to.equal(true);
    expect(await pace.take(abort.signal)).to.equal(false);
  });

  it('holds for the transport, and an aborted mail is not sent', async () => {
    const server = await startScriptedSmtp();
    const transport = transportTo([server.url], { connections: 5, rate: 50 }, { redis });
    let early = 0;
    const least = delay(600).then(() => (early = server.messages.length));
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => transport.send(mailTo(`${i}@example.net`))),
    );
    await least;
    expect(outcomes.every(({ kind }) => kind === 'accepted')).to.equal(true);
    expect(early).to.be.below(50);
    const abort = new AbortController();
    const waiting = Array.from({ length: 50 }, (_, i) =>
      transport.send(mailTo(`${i}@example.net`), abort.signal),
    );
    abort.abort();
    const left = (await Promise.all(waiting)).filter(
      (outcome) => outcome.kind === 'unreached' && outcome.fault === 'aborted',
    );
    expect(left.length).to.be.above(40);
    expect(server.messages.length + left.length).to.be.at.most(100);
    await transport.close();
    await server.close();
  });
});
