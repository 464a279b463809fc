import { now } from '../../../common/clock.ts';
import type { AskRedis } from '../../../common/rates/ask-redis.ts';
import { Bucket, book as bookShared } from '../../../common/rates/gcra.ts';

export interface Limit {
  /** Takes a place for a mail: 0, or the milliseconds until it is worth trying again. */
  take(): number;
  giveBack(): void;
  readonly name: string;
  readonly period: LimitPeriod;
  /** Mails in the period; null: not limited at the moment. */
  most(): number | null;
  /** Mails of this period by the last answer; null if they are not counted. */
  used(): number | null;
}

export type LimitPeriod = 'second' | 'hour' | 'day';

export interface LimitOptions {
  readonly name: string;
  /** The key of a rate in Redis, if it does not follow from the name. */
  readonly key?: string;
  readonly period: LimitPeriod;
  /** Mails in the period that begins at this time (milliseconds); null: not limited. */
  readonly most: (periodAt: number) => number | null;
  readonly store: LimitStore;
}

export interface LimitStore {
  readonly ask: AskRedis;
  /** Number of living workers, for the share of each while Redis is away. */
  readonly workers: () => number;
  readonly onLeave: () => void;
}

const MS = { second: 1000, hour: 3_600_000, day: 86_400_000 } as const;
/** A worker books this part of a second's places at once, so that it asks Redis at most 20 times a second. */
const CHUNK_SECONDS = 0.05;
/** Unused rate of up to this time may be used later, so that a late timer does not reduce the rate. */
const CREDIT_MS = 200;
/** A worker books this part of an hour's or a day's places at once; it loses those that it does not use. */
const CHUNK_PART = 1000;
/** Milliseconds until a spent limit is tried again: its count may be lost, or the limit raised. */
const SPENT_MS = 3000;

/**
 * ARGV: the limit, the wanted places, those that this worker has taken already (the least count, if Redis lost it), milliseconds to
 * keep the count. Returns the taken places and the count.
 */
const COUNT = `
local used = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), tonumber(ARGV[3]))
local taken = math.max(0, math.min(tonumber(ARGV[2]), tonumber(ARGV[1]) - used))
redis.call('SET', KEYS[1], string.format('%.0f', used + taken), 'PX', ARGV[4])
return { taken, used + taken }
`;

/** A second's mails are spread evenly, with a credit of 0.2 s. Hours and days are those of the clock (UTC). */
export function createLimit(options: LimitOptions): Limit {
  return options.period === 'second' ? createRate(options) : createCount(options, MS[options.period]);
}

function createRate({ name, key = `pace:rate:${name}`, most, store }: LimitOptions): Limit {
  let leaves = 0;
  let leavesUntil = 0;
  let booking = false;
  let freeAt = 0;
  const own = new Bucket();

  async function book(rate: number): Promise<void> {
    booking = true;
    const chunk = Math.max(1, Math.floor(rate * CHUNK_SECONDS));
    const booked = { costMs: (chunk * 1000) / rate, aheadMs: CREDIT_MS, refuses: false };
    const wait =
      (await store.ask((redis) => bookShared(redis, key, booked))) ??
      // Redis is away: each worker takes its share of the rate by its own clock, so that all together keep the rate.
      own.book({ ...booked, costMs: booked.costMs * Math.max(1, store.workers()) });
    freeAt = Date.now() + wait;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait).unref());
    leaves = chunk;
    // Places of a low rate are kept until they are used, because a mail waited for each.
    leavesUntil = Date.now() + Math.max(1000, (2 * chunk * 1000) / rate);
    booking = false;
    store.onLeave();
  }

  return {
    name,
    period: 'second',
    take() {
      const rate = most(0);
      if (rate === null) return 0;
      const at = Date.now();
      if (leaves > 0 && at < leavesUntil) {
        leaves -= 1;
        return 0;
      }
      if (!booking) void book(rate);
      return Math.max(1, freeAt - at);
    },
    giveBack() {
      leaves += 1;
    },
    most: () => most(0),
    used: () => null,
  };
}

function createCount({ name, period, most, store }: LimitOptions, ms: number): Limit {
  let periodAt = 0;
  let leaves = 0;
  /** The places that this worker has taken in this period, and the places of all workers by the last answer. */
  let own = 0;
  let known = 0;
  let asking = false;
  let spent = false;
  let askAt = 0;

  async function fetch(limit: number): Promise<void> {
    asking = true;
    const since = periodAt;
    const chunk = Math.max(1, Math.floor(limit / CHUNK_PART));
    const key = `pace:count:${name}:${since / ms}`;
    const values = [limit, chunk, own, 2 * ms];
    const answer = (await store.ask((redis) => redis.eval(COUNT, 1, key, ...values))) as
      | [number, number]
      | null;
    asking = false;
    if (since !== periodAt) return store.onLeave();
    const share = Math.floor(limit / Math.max(1, store.workers()));
    const taken = answer ? answer[0] : Math.max(0, Math.min(chunk, share - own));
    leaves += taken;
    own += taken;
    known = answer ? answer[1] : Math.max(known, own);
    spent = taken === 0;
    askAt = Date.now() + SPENT_MS;
    if (taken > 0) store.onLeave();
  }

  return {
    name,
    period,
    take() {
      const at = now().getTime();
      if (at < periodAt || at >= periodAt + ms) {
        periodAt = at - (at % ms);
        leaves = 0;
        own = 0;
        known = 0;
        spent = false;
      }
      const limit = most(periodAt);
      if (limit === null) return 0;
      if (leaves > 0) {
        leaves -= 1;
        return 0;
      }
      if (!asking && (!spent || Date.now() >= askAt)) void fetch(limit);
      return spent ? periodAt + ms - at : 1;
    },
    giveBack() {
      leaves += 1;
    },
    most: () => most(now().getTime() - (now().getTime() % ms)),
    used: () => known,
  };
}

/** Takes a place of each limit and returns 0, or takes none and returns the milliseconds until the next try. */
export function takeAll(limits: readonly Limit[]): number {
  for (let at = 0; at < limits.length; at += 1) {
    const wait = limits[at]!.take();
    if (wait === 0) continue;
    for (let back = 0; back < at; back += 1) limits[back]!.giveBack();
    return wait;
  }
  return 0;
}

export function giveBackAll(limits: readonly Limit[]): void {
  for (const limit of limits) limit.giveBack();
}
