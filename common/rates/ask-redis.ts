import { performance } from 'node:perf_hooks';
import { isLate, wasBusySince } from '../batching/late.ts';
import type { RedisConnection } from '../redis/redis.ts';

/** Queries a Redis that may be late or away. Null: no answer. Never rejects. */
export type AskRedis = <Answer>(
  question: (redis: RedisConnection) => Promise<Answer>,
) => Promise<Answer | null>;

/** Longest wait in milliseconds during a call. */
export const OF_A_CALL_MS = 100;
/** Longest wait in a worker: mails wait anyway, and a rate shared by all workers is better than a share for each. */
export const OF_A_WORKER_MS = 500;
/** Milliseconds that a busy process waits longer: Redis may have answered. */
const BUSY_MS = 1000;
/** A Redis that did not answer is not asked for these milliseconds: a hanging one delays only one query in that time. */
const REST_MS = 5000;

/** For queries not worth waiting for. `onAway` is called at the start of each rest. */
export function createAskRedis(
  redis: RedisConnection,
  patienceMs: number,
  onAway: (error: unknown) => void = () => {},
): AskRedis {
  let restUntil = 0;
  /** Rests since the last answer in time. */
  let rests = 0;

  function rest(error: unknown): void {
    if (performance.now() < restUntil) return;
    restUntil = performance.now() + REST_MS;
    rests += 1;
    onAway(error);
  }

  /** After one late answer Redis is asked again. One that is always late would delay each query. */
  const cameLate = (): void => {
    if (rests === 1) restUntil = 0;
  };

  return async (question) => {
    if (redis.status !== 'ready' || performance.now() < restUntil) return null;
    const began = performance.eventLoopUtilization();
    const answer = question(redis);
    if ((await isLate(answer, patienceMs)) && !(wasBusySince(began) && !(await isLate(answer, BUSY_MS)))) {
      rest(new Error('no answer in time'));
      answer.then(cameLate, () => {});
      return null;
    }
    try {
      const found = await answer;
      rests = 0;
      return found;
    } catch (error) {
      rest(error);
      return null;
    }
  };
}
