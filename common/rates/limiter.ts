import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hmacKey } from '../domain/hmac-key.ts';
import type { RedisConnection } from '../redis/redis.ts';
import type { AskRedis } from './ask-redis.ts';
import { type Booking, Bucket, book } from './gcra.ts';

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
 * From a large allowance, a hundredth is taken at a time, ten at most. The following calls need no round trip, and the number
 * that a process holds back is too small to matter.
 */
const blockOf = (points: number): number => Math.max(1, Math.min(10, Math.floor(points / 100)));

/** Keys of which a process knows something. */
const MOST_KEYS = 10_000;

/** The knowledge of a process about a key, for which it need not ask Redis. */
interface KeyBudget {
  /** Held back for it. */
  left: number;
  /** Redis refuses it until then, and is not asked before. */
  refusedUntil: number;
}

/** A limiter on Redis for all processes together. While Redis is away it limits nothing, without delay or error. */
export function createLimiter(
  ask: AskRedis,
  { name, points, seconds, standIn = false }: Allowance,
  hashOf: KeyHash,
): Limiter {
  if (points === 0) return { take: async () => 0, giveBack: async () => {} };
  const eachMs = (1000 * seconds) / points;
  const block = blockOf(points);
  const known = new LRUCache<string | number, KeyBudget>({ max: MOST_KEYS });
  const own = standIn ? new LRUCache<string | number, Bucket>({ max: MOST_KEYS }) : null;

  const keyOf = (key: string | number): string | number => (typeof key === 'number' ? key : hashOf(key));

  async function bookForAll(redis: RedisConnection, key: string | number, booking: Booking): Promise<number> {
    const refusedMs = (known.get(key)?.refusedUntil ?? 0) - performance.now();
    if (refusedMs > 0 && booking.costMs > 0) return refusedMs;
    const waitMs = await book(redis, `limit-${name}:${key}`, booking);
    if (waitMs > 0) knownOf(key).refusedUntil = performance.now() + waitMs;
    return waitMs;
  }

  function bookAlone(key: string | number, booking: Booking): number | null {
    if (!own) return null;
    const bucket = own.get(key) ?? new Bucket();
    own.set(key, bucket);
    return bucket.book(booking);
  }

  /** Answers the milliseconds to wait; null: the take is not counted. */
  async function bookFor(key: string | number, count: number): Promise<number | null> {
    const booking = { costMs: count * eachMs, aheadMs: (points - count) * eachMs, refuses: true };
    return (await ask((redis) => bookForAll(redis, key, booking))) ?? bookAlone(key, booking);
  }

  function knownOf(key: string | number): KeyBudget {
    const found = known.get(key) ?? { left: 0, refusedUntil: 0 };
    known.set(key, found);
    return found;
  }

  return {
    async take(given) {
      const key = keyOf(given);
      const before = known.get(key);
      if (before && before.left > 0) {
        before.left -= 1;
        return 0;
      }
      const waitMs = await bookFor(key, block);
      if (waitMs === 0 && block > 1) knownOf(key).left += block - 1;
      return waitMs ? Math.ceil(waitMs / 1000) : 0;
    },
    async giveBack(given) {
      await bookFor(keyOf(given), -1);
    },
  };
}
