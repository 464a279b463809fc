import { expect } from 'chai';
import { type Booking, Bucket, book } from '../../../../common/rates/gcra.ts';
import { connectLimiter, type RedisConnection } from '../../../../common/redis/redis.ts';
import { redisUrl } from '../../../support/services.ts';
import { until } from '../../../support/until.ts';

const HOUR = 3_600_000;
const one = (aheadHours: number, refuses: boolean): Booking => ({
  costMs: HOUR,
  aheadMs: aheadHours * HOUR,
  refuses,
});
const back: Booking = { costMs: -HOUR, aheadMs: 100 * HOUR, refuses: true };

describe('a rate', () => {
  let redis: RedisConnection;
  before(async () => {
    redis = connectLimiter(await redisUrl('common-rates-gcra'));
    await until(() => redis.status === 'ready');
  });
  after(() => redis.disconnect());

  const clocks: Record<string, (name: string) => (booking: Booking) => Promise<number>> = {
    'in Redis': (name) => (booking) => book(redis, name, booking),
    'of one process': () => {
      const bucket = new Bucket();
      return async (booking) => bucket.book(booking);
    },
  };

  for (const [whose, rateOf] of Object.entries(clocks))
    for (const [what, bookings, hours] of [
      ['refuses what is over its capacity', Array(5).fill(one(2, true)), [0, 0, 0, 1, 1]],
      [
        'takes what is given back again',
        [...Array(4).fill(one(2, true)), back, one(2, true)],
        [0, 0, 0, 1, 0, 0],
      ],
      ['books ahead, and says how long to wait', Array(5).fill(one(0, false)), [0, 1, 2, 3, 4]],
      ['gives its credit at once', Array(5).fill(one(2, false)), [0, 0, 0, 1, 2]],
      [
        'takes several at once or none',
        [
          { costMs: 2 * HOUR, aheadMs: HOUR, refuses: true },
          { costMs: 2 * HOUR, aheadMs: HOUR, refuses: true },
          one(2, true),
        ],
        [0, 1, 0],
      ],
      [
        'gives no credit for what is given back before it is taken',
        [back, ...Array(3).fill(one(1, true))],
        [0, 0, 0, 1],
      ],
    ] as const)
      it(`${what}, as a rate ${whose}`, async () => {
        const rate = rateOf(what);
        const waits: number[] = [];
        // Rounded to a minute, because the clock runs.
        for (const booking of bookings) waits.push(Math.round((await rate(booking)) / 60_000) / 60);
        expect(waits).to.deep.equal(hours);
      });

  it('holds although Redis forgot its script', async () => {
    await book(redis, 'forgotten', one(0, true));
    await redis.call('SCRIPT', 'FLUSH');
    expect(await book(redis, 'forgotten', one(0, true))).to.be.above(0);
  });
});
