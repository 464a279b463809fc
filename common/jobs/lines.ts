import type { RedisConnection } from '../redis/redis.ts';
import type { AccountKey } from './catalogue.ts';

/** BullMQ's highest priority number, which runs last. */
const LAST = 2_097_151;
/** Seconds that lines are kept after a queue's last ring. */
const KEPT_SECONDS = 3600;

/** A hash: `now` is the place of the job that was taken last; the others are the last places of each account. */
const NEXT = `
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
local now = tonumber(redis.call('HGET', KEYS[1], 'now') or 0)
local last = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0)
local place = math.min(math.max(now, last) + 1, ${LAST})
redis.call('HSET', KEYS[1], ARGV[1], place)
redis.call('EXPIRE', KEYS[1], ${KEPT_SECONDS})
return place
`;

const TAKEN = `
local now = tonumber(redis.call('HGET', KEYS[1], 'now') or 0)
if tonumber(ARGV[1]) > now then redis.call('HSET', KEYS[1], 'now', ARGV[1]) end
`;

/** Implemented by BullMQ's queues and workers: the Redis key of a part of the queue. */
interface QueueKeys {
  toKey(name: string): string;
}

const linesOf = (queue: QueueKeys): string => queue.toKey('lines');

/**
 * The place of an account's next job in a shared queue, from 1; lower ones run first. Null: the job waits or runs already. Each
 * account has a line of its own, and the lines take turns. An account with thousands of waiting jobs delays another's
 * first job no more than one with none does (start-time fair queueing, Goyal, Vin and Cheng 1996, with all jobs of one length).
 */
export async function placeInLine(
  redis: RedisConnection,
  queue: QueueKeys,
  account: AccountKey,
  jobId: string,
): Promise<number | null> {
  const place = (await redis.eval(NEXT, 2, linesOf(queue), queue.toKey(jobId), account)) as number;
  return place === 0 ? null : place;
}

/** Advances all lines to a job that was just taken: later rings go behind it. */
export async function moveLinesOn(redis: RedisConnection, queue: QueueKeys, place: number): Promise<void> {
  await redis.eval(TAKEN, 1, linesOf(queue), place);
}

/** Ends the lines of a queue without waiting jobs. */
export async function endLines(redis: RedisConnection, queue: QueueKeys): Promise<void> {
  await redis.del(linesOf(queue));
}
