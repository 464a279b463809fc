import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from './log.ts';

/** The channel on which processes hear that an account's keys or details changed; a message is the account's id. */
export const ACCOUNT_CHANGES = 'account-changes';

/** Milliseconds for which a process may believe what it read of a key, as long as it hears of changes. */
export const BELIEVED_MS = 2000;

/**
 * Tells all processes that an account's keys or details changed; to be awaited after the write, before anybody is told
 * that it is done. Where Redis does not take it, it waits until nobody can believe the old any more. It never throws.
 */
export async function tellOfAccount(redis: Redis, userId: number, log?: Logger): Promise<void> {
  try {
    await redis.publish(ACCOUNT_CHANGES, String(userId));
  } catch (error) {
    log?.warn({ err: error, user_id: userId }, 'a change of an account waits until nobody remembers it');
    await delay(BELIEVED_MS);
  }
}
