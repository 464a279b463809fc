import type { Logger } from '../common/log.ts';

/** BullMQ's words for a job whose key or lock is not in Redis any more while it is done. */
const LOST = /(?:missing (?:key|lock)|could not renew lock|lock mismatch) for job/i;
/** Milliseconds between two lines. */
const TELL_MS = 60_000;

/**
 * Whether an error of a queue only says that a job under way is unknown to Redis, as after a restart without its data. No
 * harm is done: the job's work stands in MongoDB, and the sweep rings for what is left. It is told once a minute.
 */
export function createLostJobs(log: Logger, tellMs = TELL_MS): (error: Error) => boolean {
  let lost = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return ({ message }) => {
    if (!LOST.test(message)) return false;
    lost += 1;
    if (performance.now() - toldAt >= tellMs) {
      toldAt = performance.now();
      log.warn(
        { jobs: lost },
        'Redis forgot jobs that were under way, as after a restart without its data: they are rung for again',
      );
      lost = 0;
    }
    return true;
  };
}
