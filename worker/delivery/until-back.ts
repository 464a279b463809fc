import { setTimeout as delay } from 'node:timers/promises';
import { isStoreAway } from '../../common/store-away.ts';

/** What a worker knows of mails is kept for so long while the store is away: an outcome that is lost is a mail sent twice. */
const PATIENCE_MS = 300_000;
const RETRY_MS = 500;

/** Does what may be done twice, again and again while the store is away. */
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
