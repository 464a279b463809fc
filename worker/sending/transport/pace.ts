import { isLate } from '../../../common/batching/is-late.ts';
import type { RedisConnection } from '../../../common/redis/redis.ts';
import { onAbort } from './on-abort.ts';

/** Limits how many mails a second all workers together may send. */
export interface Pace {
  /** Resolves when a mail may be sent: true, or false when `signal` was aborted first. */
  take(signal?: AbortSignal): Promise<boolean>;
}

export interface PaceOptions {
  /** The key of the rate: one name for each mail server, the same in every worker. */
  readonly name: string;
  /** Mails a second, above 0. */
  readonly rate: number;
  readonly redis: RedisConnection;
  /** Number of workers that share the rate; used when Redis can't be asked. */
  readonly workers: () => number;
}

/** A worker books this part of a second at once, so it calls Redis at most 20 times a second at any rate. */
const CHUNK_SECONDS = 0.05;
/** Unused rate of up to this many seconds may be used later, so that a late timer does not reduce the rate. */
const CREDIT_SECONDS = 0.2;
/** Milliseconds that Redis has to answer. After a failure it is not asked again for the same time. */
const PATIENCE = 500;
const LEFT_ALONE = 3000;

/**
 * GCRA by reservation. The key holds the time (microseconds) at which everything booked so far will have been sent. A
 * booking moves this time on and returns how long to wait. One round trip books a chunk; workers are served in the order
 * in which they ask.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval = tonumber(ARGV[1])
local start = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now - tonumber(ARGV[3]))
local next = start + interval * tonumber(ARGV[2])
redis.call('SET', KEYS[1], string.format('%.0f', next), 'PX', math.ceil((next - now) / 1000) + 1000)
return math.ceil(math.max(0, start - now) / 1000)
`;

interface Waiter {
  readonly go: (leave: boolean) => void;
}

export function createPace({ name, rate, redis, workers }: PaceOptions): Pace {
  const chunk = Math.max(1, Math.floor(rate * CHUNK_SECONDS));
  const waiters = new Set<Waiter>();
  let leaves = 0;
  let leavesUntil = 0;
  let booking = false;
  let askRedisAt = 0;
  let localNext = 0;

  /** Books a chunk; resolves to the milliseconds until it may be used. */
  async function book(): Promise<number> {
    if (Date.now() >= askRedisAt) {
      try {
        return await bookShared();
      } catch {
        askRedisAt = Date.now() + LEFT_ALONE;
      }
    }
    // Redis is away: each worker takes its share of the rate by its own clock, so that all together keep the rate.
    const now = Date.now();
    const start = Math.max(localNext, now - CREDIT_SECONDS * 1000);
    localNext = start + (chunk * 1000 * Math.max(1, workers())) / rate;
    return Math.max(0, start - now);
  }

  async function bookShared(): Promise<number> {
    const asked = redis.eval(script, 1, `pace:${name}`, 1e6 / rate, chunk, CREDIT_SECONDS * 1e6);
    if (await isLate(asked, PATIENCE)) throw new Error('Redis is late');
    return Number(await asked);
  }

  async function serve(): Promise<void> {
    booking = true;
    while (waiters.size > 0) {
      const wait = await book();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      leaves = chunk;
      leavesUntil = Date.now() + 1000;
      for (const waiter of waiters) {
        if (leaves === 0) break;
        waiters.delete(waiter);
        leaves -= 1;
        waiter.go(true);
      }
    }
    booking = false;
  }

  return {
    take(signal) {
      if (signal?.aborted) return Promise.resolve(false);
      if (leaves > 0 && waiters.size === 0 && Date.now() < leavesUntil) {
        leaves -= 1;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const waiter: Waiter = {
          go(leave) {
            waiters.delete(waiter);
            forget?.();
            resolve(leave);
          },
        };
        const forget = signal && onAbort(signal, () => waiter.go(false));
        waiters.add(waiter);
        if (!booking) void serve();
      });
    },
  };
}
