import type { RedisConnection } from '../redis/redis.ts';

/** In milliseconds. */
export interface Booking {
  /** The interval at an even rate, times the number taken; negative: returned. */
  readonly costMs: number;
  /** How far ahead of the clock the rate may be booked without a wait. */
  readonly aheadMs: number;
  /** True: nothing is booked if it would have to wait. False: it is booked, for use after the wait. */
  readonly refuses: boolean;
}

/**
 * GCRA, a leaky bucket (ITU-T I.371). Fixed windows would allow twice as many at their border. The state is one number: the
 * microsecond at which the bucket is empty again, by Redis's clock, which all processes share. The result is the milliseconds to
 * wait, and those until the bucket is empty.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local empty = math.max(now, tonumber(redis.call('GET', KEYS[1])) or 0)
local wait = math.max(0, math.ceil((empty - now - ARGV[2]) / 1000))
if wait > 0 and ARGV[3] == '1' then return {wait, math.ceil((empty - now) / 1000)} end
empty = empty + ARGV[1]
redis.call('SET', KEYS[1], string.format('%.0f', empty), 'PX', math.max(1, math.ceil((empty - now) / 1000)))
return {wait, math.ceil((empty - now) / 1000)}`;

type ScriptedRedis = RedisConnection & {
  gcra?: (key: string, cost: number, ahead: number, refuses: 0 | 1) => Promise<[wait: number, ahead: number]>;
};

export interface BookingResult {
  readonly waitMs: number;
  /** Until all of the rate is free again. */
  readonly aheadMs: number;
}

/** Books for all processes together, in one round trip. Returns the milliseconds to wait. */
export const book = async (redis: RedisConnection, key: string, booking: Booking): Promise<number> =>
  (await bookAndTell(redis, key, booking)).waitMs;

export async function bookAndTell(
  redis: RedisConnection,
  key: string,
  booking: Booking,
): Promise<BookingResult> {
  const { costMs, aheadMs, refuses } = booking;
  const own: ScriptedRedis = redis;
  // Only its hash is sent from the second time on.
  if (!own.gcra) redis.defineCommand('gcra', { numberOfKeys: 1, lua: SCRIPT });
  const [waitMs, ahead] = await own.gcra!(key, 1000 * costMs, 1000 * aheadMs, refuses ? 1 : 0);
  return { waitMs, aheadMs: ahead };
}

/** The same by this process's own clock, while Redis is away. */
export class Bucket {
  #emptyAt = 0;

  book({ costMs, aheadMs, refuses }: Booking, at = performance.now()): number {
    const emptyAt = Math.max(at, this.#emptyAt);
    const waitMs = Math.max(0, Math.ceil(emptyAt - at - aheadMs));
    if (waitMs === 0 || !refuses) this.#emptyAt = emptyAt + costMs;
    return waitMs;
  }
}
