import { isLate } from '../batching/late.ts';
import type { RedisConnection } from '../redis/redis.ts';

/** Asks a question of a Redis that may be late or away. Null: there is no answer; it never rejects. */
export type AskRedis = <Answer>(
  question: (redis: RedisConnection) => Promise<Answer>,
) => Promise<Answer | null>;

/** Milliseconds that a question waits while a call waits for its answer. */
export const OF_A_CALL_MS = 100;
/** Milliseconds for a rate of a worker: mails wait anyway, and a rate that all workers share is better than the share of each. */
export const OF_A_WORKER_MS = 500;
/** Milliseconds for which Redis is not asked after it did not answer: so a Redis that hangs delays only one question in that time. */
const REST_MS = 5000;

/** For questions that are not worth waiting for. `onAway` is called each time when Redis begins to be left alone. */
export function createAskRedis(
  redis: RedisConnection,
  patienceMs: number,
  onAway: (error: unknown) => void = () => {},
): AskRedis {
  let restUntil = 0;
  /** Rests since Redis last answered in time. */
  let rests = 0;

  function rest(error: unknown): void {
    if (performance.now() < restUntil) return;
    restUntil = performance.now() + REST_MS;
    rests += 1;
    onAway(error);
  }

  /** A Redis that was late once works, and is asked again. One that is always late would delay each question. */
  const cameLate = (): void => {
    if (rests === 1) restUntil = 0;
  };

  return async (question) => {
    if (redis.status !== 'ready' || performance.now() < restUntil) return null;
    const answer = question(redis);
    if (await isLate(answer, patienceMs)) {
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
