import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { hmacKey } from '../domain/hmac-key.ts';
import type { RedisConnection } from '../redis/redis.ts';
import { askInTime } from './redis-in-time.ts';

/** A limit on how often an action may be done. */
export interface Allowance {
  readonly name: string;
  /** How many times at once … */
  readonly points: number;
  /** … and the seconds in which as many become available again, evenly. */
  readonly seconds: number;
  /** Whether each process counts for itself while Redis is away; without this nothing is counted then. */
  readonly standIn?: boolean;
}

/** Hashes a text into a key of bounded length. */
export type KeyHash = (text: string) => string;

/**
 * Hashes the texts that become keys in Redis, so that a key has a bounded length and reveals no address. The hash uses a
 * secret, because all IPv4 addresses can be hashed quickly.
 */
export function keyHash(appSecret: string): KeyHash {
  const key = hmacKey(appSecret, 'keys of rate limits');
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, KEY_LENGTH);
}

/** 132 bits. */
const KEY_LENGTH = 22;

export interface Limiter {
  /** Takes one; returns the seconds to wait when none is left, otherwise 0. Never fails. */
  take(key: string | number): Promise<number>;
  /** Returns one. */
  giveBack(key: string | number): Promise<void>;
}

/**
 * A leaky bucket (GCRA, as in ITU-T I.371). The library's fixed windows would allow twice as many at their border, then none
 * for seconds. It takes one round trip. The state is one number: the microsecond at which the bucket is empty again, by
 * Redis's clock, which all processes share.
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
 * From a large allowance, a hundredth is taken at a time, ten at most. The following calls need no round trip, and the number
 * that a process holds back is too small to matter.
 */
const blockOf = (points: number): number => Math.max(1, Math.min(10, Math.floor(points / 100)));

/** Number of keys of which some are held back; beyond it all of them are given up. */
const MOST_HELD = 10_000;

/** A limiter on Redis for all processes together. While Redis is away it limits nothing, without delay or error. */
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
    // A key that is over its limit is refused from memory until one has become available, which costs Redis nothing.
    inMemoryBlockOnConsumed: points + 1,
  });
  const own = standIn ? new RateLimiterMemory(options) : null;
  const inTime = askInTime(redis, onAway);
  const block = blockOf(points);
  const held = new Map<string | number, number>();

  const ask = async (question: (limiter: RateLimiterRedis | RateLimiterMemory) => Promise<unknown>) =>
    (await inTime(() => question(shared))) ?? (own && question(own));

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
