import type { RedisConnection } from '../redis/redis.ts';

/** BullMQ's highest priority number, which is the last place. */
const LAST = 2_097_151;
/** Seconds that lines are kept for after the last job of a queue was rung. */
const KEPT_SECONDS = 3600;

/**
 * The key is a hash: `now` is the place of the job that was taken last, each account has the place of its last job. A job that
 * waits already has its place.
 */
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

/** Of a BullMQ queue or worker: the name that something of its queue has in Redis. */
export interface QueueKeys {
  toKey(name: string): string;
}

const linesOf = (queue: QueueKeys): string => queue.toKey('lines');

/**
 * The place of an account's next job in a queue that accounts share, from 1: jobs with lower ones go first. Null: the job
 * waits, or runs, already. Each account makes a line of its own, and the heads of all lines stand beside each other: one
 * that has thousands of jobs waiting holds another's first up by as little as one that has none (start-time fair queueing,
 * Goyal, Vin and Cheng 1996, with all jobs of one length).
 */
export async function placeInLine(
  redis: RedisConnection,
  queue: QueueKeys,
  account: number,
  jobId: string,
): Promise<number | null> {
  const place = (await redis.eval(NEXT, 2, linesOf(queue), queue.toKey(jobId), account)) as number;
  return place === 0 ? null : place;
}

/** Moves all lines on to a job that was just taken: who rings from now on stands behind it. */
export async function moveLinesOn(redis: RedisConnection, queue: QueueKeys, place: number): Promise<void> {
  await redis.eval(TAKEN, 1, linesOf(queue), place);
}

/** Ends the lines of a queue in which nothing waits. */
export async function endLines(redis: RedisConnection, queue: QueueKeys): Promise<void> {
  await redis.del(linesOf(queue));
}
