import mongoose from 'mongoose';
import type { Logger } from '../log.ts';
import { isAnswering } from './patience.ts';
import { isStoreAway } from './store-away.ts';

/** Logs an outage of a store: one line at its start, one a minute, one at its end. */
interface Outage {
  /** Reports a failure caused by the outage. It ends once `isBack` confirms it and nothing has failed since that query. */
  away(error: unknown, log: Logger, isBack: () => boolean | Promise<boolean>): void;
  /** Whether the store is available, and has been for these milliseconds. */
  isSettled(ms: number): boolean;
}

interface OutageTexts {
  readonly store: string;
  /** The effect on calls and jobs until it is back. */
  readonly effect: string;
}

interface Times {
  /** Milliseconds between two checks. */
  readonly lookMs: number;
  /** Milliseconds between two lines during an outage. */
  readonly tellMs: number;
}

export function createOutage(
  { store, effect }: OutageTexts,
  { lookMs, tellMs }: Times = { lookMs: 1000, tellMs: 60_000 },
): Outage {
  let failures = 0;
  let isAway = false;
  let backAt = Number.NEGATIVE_INFINITY;

  async function watch(log: Logger, isBack: () => boolean | Promise<boolean>): Promise<void> {
    const since = performance.now();
    let told = since;
    const seconds = (): number => Math.round((performance.now() - since) / 100) / 10;
    for (;;) {
      const before = failures;
      await pause(lookMs);
      const back = failures === before && (await Promise.resolve(isBack()).catch(() => false));
      if (back && failures === before) break;
      if (performance.now() - told < tellMs) continue;
      told = performance.now();
      log.warn({ store, seconds: seconds(), failures }, 'store still not reachable');
    }
    isAway = false;
    backAt = performance.now();
    log.warn({ store, seconds: seconds(), failures }, 'store reachable again');
    failures = 0;
  }

  return {
    away(error, log, isBack) {
      failures += 1;
      if (isAway) return;
      isAway = true;
      log.warn({ store, effect, err: error }, 'store not reachable');
      void watch(log, isBack);
    },
    isSettled: (ms) => !isAway && performance.now() - backAt >= ms,
  };
}

/** Does not keep the process alive. */
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });

const mongodb = createOutage({
  store: 'MongoDB',
  effect: 'calls are answered with 503; jobs are repeated when MongoDB is back',
});
const redis = createOutage({
  store: 'Redis',
  effect: 'nothing is sent or imported; rate limits of calls are off',
});

/** A closed connection ends the outage, too. */
export const mongodbAway = (error: unknown, log: Logger): void =>
  mongodb.away(error, log, () => !mongoose.connection.db || isAnswering());

/** As far as this process noticed. */
export const isMongodbSettled = (ms: number): boolean => mongodb.isSettled(ms);

/** `connection`: the one to Redis. */
export const redisAway = (error: unknown, log: Logger, connection: { readonly status: string }): void =>
  redis.away(error, log, () => connection.status === 'ready');

/** Returns whether something failed because MongoDB was away; the outage is then logged in place of the failure. */
export function isOutage(error: unknown, log: Logger): boolean {
  const away = isStoreAway(error);
  if (away) mongodbAway(error, log);
  return away;
}
