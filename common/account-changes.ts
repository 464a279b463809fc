import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './log.ts';
import type { RedisConnection } from './redis.ts';

/** The channel on which processes hear that an account's keys or details changed: `<its id> <id of this telling>`. */
export const ACCOUNT_CHANGES = 'account-changes';

/** Milliseconds for which a process may believe what it read of a key, as long as it hears of changes. */
export const BELIEVED_MS = 2000;

/** Milliseconds between two looks at who has heard; mostly the second finds all of them. */
const LOOK_MS = 2;

/** Counts the processes that forgot the account; gone soon after nobody waits for it. */
const heardKey = (telling: string): string => `${ACCOUNT_CHANGES}:heard:${telling}`;
const HEARD_SECONDS = 10;

/**
 * Tells all processes that an account's keys or details changed; to be awaited after the write, before anybody is told
 * that it is done. It resolves when each of them said that it forgot the account. That Redis took the message is not
 * enough: it replies before others have read it. Where Redis or a process does not answer, it waits until nobody can
 * believe the old any more. It never throws.
 */
export async function tellOfAccount(redis: RedisConnection, userId: number, log?: Logger): Promise<void> {
  const telling = randomUUID();
  const until = performance.now() + BELIEVED_MS;
  try {
    const hearers = await redis.publish(ACCOUNT_CHANGES, `${userId} ${telling}`);
    while (performance.now() < until && Number(await redis.get(heardKey(telling))) < hearers) {
      await delay(LOOK_MS);
    }
  } catch (error) {
    log?.warn({ err: error, user_id: userId }, 'a change of an account waits until nobody remembers it');
    await delay(Math.max(0, until - performance.now()));
  }
}

/** Has `forget` called for each account that `subscriber` hears of, and says so by `redis` to who told of it. */
export function hearOfAccounts(
  subscriber: RedisConnection,
  redis: RedisConnection,
  forget: (userId: number) => void,
  log: Logger,
): void {
  subscriber.on('message', (_, message: string) => {
    const [userId, telling] = message.split(' ');
    forget(Number(userId));
    // A program from before there were answers waits for none.
    if (!telling) return;
    const key = heardKey(telling);
    redis
      .multi()
      .incr(key)
      .expire(key, HEARD_SECONDS)
      .exec()
      .catch((error: unknown) => log.debug({ err: error }, 'who told of an account waits in vain'));
  });
}
