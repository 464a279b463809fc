import type { Logger } from '../../common/log.ts';

/** BullMQ's messages about a running job whose key or lock is no longer in Redis. */
const LOST = /(?:missing (?:key|lock)|could not renew lock|lock mismatch) for job/i;
/** Milliseconds between two lines of the log. */
const TELL_MS = 60_000;

/**
 * Whether an error of a queue only says that Redis lost a running job, as after a restart without its data. This is harmless: the
 * work is in MongoDB, and the sweep rings again. Logged once a minute.
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
        'Redis lost running jobs, as in a restart without its data; the sweep rings again',
      );
      lost = 0;
    }
    return true;
  };
}
