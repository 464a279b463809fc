import type { Logger } from '../../common/log.ts';

const LOST = /(?:missing (?:key|lock)|could not renew lock|lock mismatch) for job/i;
const TELL_MS = 60_000;

/** Redis lost a running job, as after a restart without its data. Harmless: the sweep rings again. Logged once a minute. */
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
