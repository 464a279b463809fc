import { createHmac, hkdfSync } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisConnection } from '../../common/redis.ts';

/** Something that may be done so many times. */
export interface Allowance {
  readonly name: string;
  /** How often at once … */
  readonly points: number;
  /** … and the seconds in which as many come back, evenly. */
  readonly seconds: number;
  /** While Redis is away each process counts for itself; without this nobody counts. */
  readonly standIn?: boolean;
}

/** Makes a key of bounded length out of a text. */
export type KeyHash = (text: string) => string;

/**
 * Texts are kept as hashes: a key in Redis has a bounded length, and tells of no address. With a secret, since anybody
 * can hash all addresses of IPv4.
 */
export function keyHash(appSecret: string): KeyHash {
  const key = Buffer.from(hkdfSync('sha256', appSecret, '', 'keys of rate limits', 32));
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, KEY_LENGTH);
}

/** 132 bits. */
const KEY_LENGTH = 22;

export interface Limiter {
  /** Takes one; answers the seconds to wait where none is left, else 0. Never fails. */
  take(key: string | number): Promise<number>;
  /** Gives one back. */
  giveBack(key: string | number): Promise<void>;
}

/** Milliseconds that Redis is left alone after it did not answer: a Redis that hangs costs one call in so many. */
const REST_MS = 5000;

/**
 * A bucket that drips (GCRA, as in ITU-T I.371): the library's own windows of fixed length let twice as much through
 * at their border, then nothing for seconds. One round trip; the state is one number, the microsecond at which the
 * bucket is empty again. By Redis's clock, which all processes share.
 */
const BUCKET = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local capacity = tonumber(ARGV[3])
local each = ARGV[4] * 1000000 / capacity
local empty = math.max(now, tonumber(redis.call('GET', KEYS[1])) or 0) + ARGV[1] * each
local over = empty - now - capacity * each
if over > 0 then return {capacity + 1, math.ceil(over / 1000)} end
redis.call('SET', KEYS[1], string.format('%.0f', empty), 'PX', math.max(1, math.ceil((empty - now) / 1000)))
return {1, 0}`;

/**
 * Takes of a large allowance are asked for a hundredth at a time, ten at most: the others need no round trip, and nobody
 * notices that a process holds so many back.
 */
const blockOf = (points: number): number => Math.max(1, Math.min(10, Math.floor(points / 100)));

/** Keys of which some are held back; then all are given up. */
const MOST_HELD = 10_000;

/** A limiter on Redis, for all processes together. One that is away limits nothing, at once and without an error. */
export function createLimiter(
  redis: RedisConnection,
  { name, points, seconds, standIn = false }: Allowance,
  hashOf: KeyHash,
  onAway: (error: unknown) => void,
): Limiter {
  if (points === 0) return { take: async () => 0, giveBack: async () => {} };
  const options = { keyPrefix: `limit-${name}`, points, duration: seconds };
  const shared = new RateLimiterRedis({
    ...options,
    storeClient: redis,
    customIncrTtlLuaScript: BUCKET,
    // Who is over is refused from memory until one has come back: to go on trying costs Redis nothing.
    inMemoryBlockOnConsumed: points + 1,
  });
  const own = standIn ? new RateLimiterMemory(options) : null;
  let restUntil = 0;
  const block = blockOf(points);
  const held = new Map<string | number, number>();

  async function ask(question: (limiter: RateLimiterRedis | RateLimiterMemory) => Promise<unknown>) {
    if (redis.status === 'ready' && performance.now() >= restUntil) {
      try {
        return await question(shared);
      } catch (error) {
        if (error instanceof RateLimiterRes) throw error;
        restUntil = performance.now() + REST_MS;
        onAway(error);
      }
    }
    return own && question(own);
  }

  const keyOf = (key: string | number): string | number => (typeof key === 'number' ? key : hashOf(key));

  return {
    async take(given) {
      const key = keyOf(given);
      const left = held.get(key) ?? 0;
      if (left > 0) {
        held.set(key, left - 1);
        return 0;
      }
      try {
        const taken = await ask((limiter) => limiter.consume(key, block));
        if (held.size >= MOST_HELD) held.clear();
        if (taken && block > 1) held.set(key, (held.get(key) ?? 0) + block - 1);
        return 0;
      } catch (refusal) {
        return Math.max(1, Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000));
      }
    },
    async giveBack(given) {
      await ask((limiter) => limiter.reward(keyOf(given)));
    },
  };
}
