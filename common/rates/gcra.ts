import type { RedisConnection } from '../redis/redis.ts';

/** A part of a rate that is taken, in milliseconds. */
export interface Booking {
  /** The time that it takes for itself at an even rate: the interval times how many are taken. Below 0 it gives back. */
  readonly costMs: number;
  /** How far the rate may be booked ahead of the clock without a wait. */
  readonly aheadMs: number;
  /** Whether what would have to wait takes nothing; otherwise it is booked, and may be used after the wait. */
  readonly refuses: boolean;
}

/**
 * GCRA, a leaky bucket (ITU-T I.371). Fixed windows would allow twice as many at their border. The state is one number: the microsecond
 * at which the bucket is empty again, by Redis's clock, which all processes share. It answers the milliseconds to wait.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local empty = math.max(now, tonumber(redis.call('GET', KEYS[1])) or 0)
local wait = math.max(0, math.ceil((empty - now - ARGV[2]) / 1000))
if wait > 0 and ARGV[3] == '1' then return wait end
empty = empty + ARGV[1]
redis.call('SET', KEYS[1], string.format('%.0f', empty), 'PX', math.max(1, math.ceil((empty - now) / 1000)))
return wait`;

type ScriptedRedis = RedisConnection & {
  gcra?: (key: string, cost: number, ahead: number, refuses: 0 | 1) => Promise<number>;
};

/** Books for all processes together, in one round trip. Answers the milliseconds to wait. */
export function book(redis: RedisConnection, key: string, booking: Booking): Promise<number> {
  const { costMs, aheadMs, refuses } = booking;
  const own: ScriptedRedis = redis;
  // Its hash is sent from the second time on.
  if (!own.gcra) redis.defineCommand('gcra', { numberOfKeys: 1, lua: SCRIPT });
  return own.gcra!(key, 1000 * costMs, 1000 * aheadMs, refuses ? 1 : 0);
}

/** The same by this process's own clock, while Redis is away. */
export class Bucket {
  #emptyAt = 0;

  /** Answers the milliseconds to wait. */
  book({ costMs, aheadMs, refuses }: Booking, at = performance.now()): number {
    const emptyAt = Math.max(at, this.#emptyAt);
    const waitMs = Math.max(0, Math.ceil(emptyAt - at - aheadMs));
    if (waitMs === 0 || !refuses) this.#emptyAt = emptyAt + costMs;
    return waitMs;
  }
}
