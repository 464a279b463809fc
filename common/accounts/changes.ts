import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import type { RedisConnection } from '../redis/redis.ts';

/** The channel that tells processes that an account's keys or details changed: `<account id> <message id>`. */
export const ACCOUNT_CHANGES = 'account-changes';

/** Milliseconds for which a process may use what it read of a key, as long as it receives the messages about changes. */
export const BELIEVED_MS = 2000;

/** Milliseconds between two looks at how many processes have confirmed; mostly the second look finds all of them. */
const LOOK_MS = 2;

/** Counts the processes that forgot the account. It expires soon after the last wait for it has ended. */
const heardKey = (telling: string): string => `${ACCOUNT_CHANGES}:heard:${telling}`;
const HEARD_SECONDS = 10;

/**
 * Tells all processes that an account's keys or details changed. Await it after the write and before the answer that
 * reports success. It resolves when each process has confirmed that it forgot the account. That Redis took the message is
 * not enough: it replies before the processes have read it. Where Redis or a process does not answer, it waits until
 * every process has dropped the old details by their age. It never throws.
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
    log?.warn(
      { err: error, user_id: userId },
      'account change not announced; the call waits until all caches have expired',
    );
    await delay(Math.max(0, until - performance.now()));
  }
}

/** Calls `forget` for each account that a message to `subscriber` names, and confirms it to the sender by `redis`. */
export function hearOfAccounts(
  subscriber: RedisConnection,
  redis: RedisConnection,
  forget: (userId: number) => void,
  log: Logger,
): void {
  subscriber.on('message', (_, message: string) => {
    const [userId, telling] = message.split(' ');
    forget(Number(userId));
    // A process of an older version sends no message id and waits for no confirmation.
    if (!telling) return;
    const key = heardKey(telling);
    redis
      .multi()
      .incr(key)
      .expire(key, HEARD_SECONDS)
      .exec()
      .catch((error: unknown) =>
        log.debug({ err: error }, 'account change not acknowledged; the sender will time out'),
      );
  });
}
