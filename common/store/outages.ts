import mongoose from 'mongoose';
import type { Logger } from '../log.ts';
import { patiently } from './patience.ts';
import { isStoreAway } from './store-away.ts';

/** Tells the operator of a store that is away: one line when it goes, one a minute, one when it is back. */
export interface Outage {
  /**
   * Says that something failed as the store was away. It counts as back once `isBack` says so and nothing has failed since it was
   * asked last.
   */
  away(error: unknown, log: Logger, isBack: () => boolean | Promise<boolean>): void;
  /** Whether it is there, and has been for so many milliseconds. */
  isSettled(ms: number): boolean;
}

interface OutageTexts {
  readonly store: string;
  /** The effect on calls and jobs until it is back. */
  readonly effect: string;
}

interface Times {
  /** Milliseconds between two looks whether it is back. */
  readonly lookMs: number;
  /** Milliseconds between two lines while it is away. */
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

/** It keeps no process that is to end. */
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

/** Something failed as MongoDB was away. */
export const mongodbAway = (error: unknown, log: Logger): void => mongodb.away(error, log, takesWrites);

/** Whether MongoDB is there, and has been for so many milliseconds, as far as this process noticed. */
export const isMongodbSettled = (ms: number): boolean => mongodb.isSettled(ms);

/** Something failed as Redis was away, which `connection` is to. */
export const redisAway = (error: unknown, log: Logger, connection: { readonly status: string }): void =>
  redis.away(error, log, () => connection.status === 'ready');

/** Returns whether something failed because MongoDB was away; the outage is then logged in place of the failure. */
export function isOutage(error: unknown, log: Logger): boolean {
  const away = isStoreAway(error);
  if (away) mongodbAway(error, log);
  return away;
}

async function takesWrites(): Promise<boolean> {
  const { db } = mongoose.connection;
  // It was closed: there is no more to tell.
  if (!db) return true;
  const hello = await patiently(db.admin().command({ hello: 1 }));
  return hello['isWritablePrimary'] === true;
}
