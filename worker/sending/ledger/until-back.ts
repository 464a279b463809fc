import { setTimeout as delay } from 'node:timers/promises';
import { isStoreAway } from '../../../common/store/store-away.ts';

/** Milliseconds for which a worker keeps outcomes while MongoDB is away: after a lost outcome the mail is sent twice. */
const PATIENCE_MS = 300_000;
const RETRY_MS = 500;

/** Repeats an operation while MongoDB is away; it must be idempotent. */
export async function untilBack<Result>(ask: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isStoreAway(error) || performance.now() > until) throw error;
      await delay(RETRY_MS);
    }
  }
}
