import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Cluster } from 'ioredis';
import type { Logger } from '../log.ts';
import { channelOf, countSubscribers, hasSentinels, type RedisConnection } from '../redis/redis.ts';

const NAME = 'account-changes';

/** The channel for changed keys or details of accounts. A message is `<account id> <message id>`. */
export const accountChanges = (publisher: RedisConnection): string => channelOf(publisher, NAME);

/** A process that receives these messages may use its cached key for this many milliseconds. */
export const BELIEVED_MS = 2000;

/** Milliseconds between two reads of the number of confirmations. The second read mostly finds all. */
const LOOK_MS = 2;

/** Counts the processes that dropped the account. It expires soon after the last wait. */
const heardKey = (telling: string): string => `${NAME}:heard:${telling}`;
const HEARD_SECONDS = 10;

/**
 * Tells all processes that an account's keys or details changed. Call it after the write and before the answer. It resolves when each
 * process has confirmed that it dropped the account: Redis replies to PUBLISH before they have read it. When Redis or a process does not
 * answer, sentinels watch Redis, or a node of a cluster cannot be asked, it waits until cached details have expired everywhere. It never throws.
 */
export async function tellOfAccount(redis: RedisConnection, userId: number, log?: Logger): Promise<void> {
  const telling = randomUUID();
  const until = performance.now() + BELIEVED_MS;
  try {
    const channel = accountChanges(redis);
    const answered = await redis.publish(channel, `${userId} ${telling}`);
    const hearers = await hearersOf(redis, channel, answered, log);
    if (hearers === null) return await delay(until - performance.now());
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

/** Null: unknown, because a process may still hear an earlier primary, which hangs or is cut off. */
function hearersOf(
  redis: RedisConnection,
  channel: string,
  answered: number,
  log: Logger | undefined,
): Promise<number | null> | number | null {
  if (hasSentinels(redis)) return null;
  return redis instanceof Cluster ? countAllowed(redis, channel, log) : answered;
}

/** Processes that may not look for lost nodes, by their connection. */
const refused = new WeakSet<Cluster>();

/** Null also when the user of Redis has no right to CLUSTER NODES or PUBSUB, which is logged once. */
async function countAllowed(
  redis: Cluster,
  channel: string,
  log: Logger | undefined,
): Promise<number | null> {
  try {
    return await countSubscribers(redis, channel);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOPERM'))) throw error;
    if (!refused.has(redis))
      log?.warn(
        { err: error },
        'the user of Redis may not list nodes; each account change waits two seconds',
      );
    refused.add(redis);
    return null;
  }
}

/** Calls `forget` for each account that a message names, and confirms to the sender. */
export function hearOfAccounts(
  subscriber: RedisConnection,
  redis: RedisConnection,
  forget: (userId: number) => void,
  log: Logger,
): void {
  subscriber.on('message', (_, message: string) => {
    const [userId, telling] = message.split(' ');
    forget(Number(userId));
    // Older versions send no message id and wait for no confirmation.
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
