import { isLate } from '../batching/is-late.ts';
import type { RedisConnection } from '../redis/redis.ts';

/** Asks a question of Redis. Null: there was no answer in time, or Redis is away. What it rejects with, unless that is an `Error`, is an answer. */
export type InTime = <Answer>(question: () => Promise<Answer>) => Promise<Answer | null>;

/** Milliseconds that a question waits. */
const PATIENCE_MS = 100;
/** Milliseconds for which Redis is not asked after it did not answer: so a Redis that hangs delays only one call in that time. */
const REST_MS = 5000;

const isFailure = (error: unknown): boolean => error instanceof Error;

/** For questions that are not worth waiting for. `onAway` is told of each time from which Redis is not asked for a while. */
export function askInTime(redis: RedisConnection, onAway: (error: unknown) => void): InTime {
  let restUntil = 0;
  /** Rests since Redis last answered in time. */
  let rests = 0;

  function rest(error: unknown): void {
    if (performance.now() < restUntil) return;
    restUntil = performance.now() + REST_MS;
    rests += 1;
    onAway(error);
  }

  /** A Redis that was late once is there, and is asked again. One that is always late would delay each call. */
  const cameLate = (): void => {
    if (rests === 1) restUntil = 0;
  };

  return async (question) => {
    if (redis.status !== 'ready' || performance.now() < restUntil) return null;
    const answer = question();
    if (await isLate(answer, PATIENCE_MS)) {
      rest(new Error('no answer in time'));
      answer.then(cameLate, (error: unknown) => {
        if (!isFailure(error)) cameLate();
      });
      return null;
    }
    try {
      const found = await answer;
      rests = 0;
      return found;
    } catch (error) {
      if (!isFailure(error)) {
        rests = 0;
        throw error;
      }
      rest(error);
      return null;
    }
  };
}
