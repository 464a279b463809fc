import { LRUCache } from 'lru-cache';
import { hmacKey } from '../domain/hmac-key.ts';
import { quickHmac } from '../domain/quick-hmac.ts';
import type { RedisConnection } from '../redis/redis.ts';
import type { AskRedis } from './ask-redis.ts';
import { type Booking, Bucket, bookAndTell } from './gcra.ts';

export interface Allowance {
  readonly name: string;
  /** Uses at once … */
  readonly points: number;
  /** … and the seconds in which as many are regained, evenly. */
  readonly seconds: number;
  /** True: while Redis is away, each process counts for itself; otherwise nothing is counted then. */
  readonly standIn?: boolean;
}

export type KeyHash = (text: string) => string;

/** Keys in Redis have a bounded length and reveal no address. The hash uses a secret, because all IPv4 addresses can be hashed quickly. */
export function keyHash(appSecret: string): KeyHash {
  const hashOf = quickHmac(hmacKey(appSecret, 'keys of rate limits'));
  return (text) => hashOf(text, 'base64url').slice(0, KEY_LENGTH);
}

/** 132 bits. */
const KEY_LENGTH = 22;

export interface Limiter {
  /** Takes one; returns the seconds to wait (0: taken). Never fails. */
  take(key: string | number): Promise<number>;
  giveBack(key: string | number): Promise<void>;
  /** The uses that this process counts as left, without a question to Redis; null: unknown. Others may have used ten each since. */
  left(key: string | number): RateLeft | null;
}

export interface RateLeft {
  readonly uses: number;
  /** Seconds until all uses are free again. */
  readonly seconds: number;
}

/** Takes a hundredth of a large allowance at a time, ten at most: fewer round trips, and a process holds back too little to matter. */
const blockOf = (points: number): number => Math.max(1, Math.min(10, Math.floor(points / 100)));

const inSeconds = (ms: number | null): number => Math.ceil((ms ?? 0) / 1000);

/** Keys that a process remembers. */
const MOST_KEYS = 10_000;

interface KeyBudget {
  /** Taken in Redis, and unused. */
  left: number;
  /** The block that is being taken, in milliseconds to wait (null: not counted), and its uses that no call waits for yet. */
  coming: { readonly waitMs: Promise<number | null>; uses: number } | null;
  /** Redis refuses the key until then, and is not asked before. */
  refusedUntil: number;
  /** When all uses are free again, as Redis said last, by performance.now(). */
  emptyAt: number;
}

/** A limit over all processes, in Redis. While Redis is away it limits nothing, without delay or error. */
export function createLimiter(
  ask: AskRedis,
  { name, points, seconds, standIn = false }: Allowance,
  hashOf: KeyHash,
): Limiter {
  if (points === 0) return { take: async () => 0, giveBack: async () => {}, left: () => null };
  const eachMs = (1000 * seconds) / points;
  const block = blockOf(points);
  const known = new LRUCache<string | number, KeyBudget>({ max: MOST_KEYS });
  const own = standIn ? new LRUCache<string | number, Bucket>({ max: MOST_KEYS }) : null;

  const keyOf = (key: string | number): string | number => (typeof key === 'number' ? key : hashOf(key));

  async function bookForAll(redis: RedisConnection, key: string | number, booking: Booking): Promise<number> {
    const refusedMs = (known.get(key)?.refusedUntil ?? 0) - performance.now();
    if (refusedMs > 0 && booking.costMs > 0) return refusedMs;
    const { waitMs, aheadMs } = await bookAndTell(redis, `limit-${name}:${key}`, booking);
    const budget = knownOf(key);
    budget.emptyAt = performance.now() + aheadMs;
    if (waitMs > 0) budget.refusedUntil = performance.now() + waitMs;
    return waitMs;
  }

  function bookAlone(key: string | number, booking: Booking): number | null {
    if (!own) return null;
    const bucket = own.get(key) ?? new Bucket();
    own.set(key, bucket);
    return bucket.book(booking);
  }

  /** Returns the milliseconds to wait; null: not counted. */
  async function bookFor(key: string | number, count: number): Promise<number | null> {
    const booking = { costMs: count * eachMs, aheadMs: (points - count) * eachMs, refuses: true };
    return (await ask((redis) => bookForAll(redis, key, booking))) ?? bookAlone(key, booking);
  }

  function knownOf(key: string | number): KeyBudget {
    const found = known.get(key) ?? { left: 0, coming: null, refusedUntil: 0, emptyAt: 0 };
    known.set(key, found);
    return found;
  }

  return {
    async take(given) {
      const key = keyOf(given);
      if (block === 1) return inSeconds(await bookFor(key, 1));
      const budget = knownOf(key);
      if (budget.left > 0) {
        budget.left -= 1;
        return 0;
      }
      // Calls at the same time share a block: one for each of them would use up the allowance with a tenth of its calls.
      if (budget.coming && budget.coming.uses > 0) {
        budget.coming.uses -= 1;
        return inSeconds(await budget.coming.waitMs);
      }
      const coming = { waitMs: bookFor(key, block), uses: block - 1 };
      budget.coming = coming;
      const waitMs = await coming.waitMs;
      if (waitMs === 0) budget.left += coming.uses;
      coming.uses = 0;
      return inSeconds(waitMs);
    },
    left(given) {
      const budget = known.get(keyOf(given));
      if (!budget) return null;
      const aheadMs = Math.max(0, budget.emptyAt - performance.now());
      // Those of the block that this process holds are free again, too, when no others are used.
      const uses = Math.min(points, budget.left + Math.max(0, Math.floor(points - aheadMs / eachMs)));
      return { uses, seconds: Math.ceil(aheadMs / 1000) };
    },
    async giveBack(given) {
      await bookFor(keyOf(given), -1);
    },
  };
}
