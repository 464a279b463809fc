import { type JobName, type JobPayloads, subjectOf } from '../../../common/jobs/catalogue.ts';
import { isOutage } from '../../../common/store/outages.ts';
import type { WorkerContext } from '../context.ts';
import type { Job, RunEnd } from '../job.ts';
import { tallies } from '../metrics/tallies.ts';
import {
  countFailure,
  forgetFailure,
  isHopeless,
  isMarked,
  mark,
  markGivenUp,
  mayBeMarked,
  mayTry,
  unmark,
} from './count.ts';
import { isPassing, reasonOfFailure } from './reason.ts';

/** After three failures in a row for one reason, `giveUp` gives the job up. Passing failures do not count. Rethrows. */
export async function runJob<Name extends JobName>(
  job: Job<Name>,
  payload: JobPayloads[Name],
  worker: WorkerContext,
): Promise<RunEnd> {
  const { name } = job;
  const subject = subjectOf(name, payload);
  const id = `${name} ${subject}`;
  const may = mayBeMarked(id) ? await mayTry(id) : null;
  if (may === false) return undefined;
  if (may === null) unmark(id);
  try {
    // A job without work has not shown that its work succeeds.
    const end = await job.run(payload, worker);
    if (end !== 'idle' && (may || isMarked(id))) {
      await forgetFailure(id);
      unmark(id);
    }
    return end;
  } catch (error) {
    if (!isPassing(error)) await fail(job, payload, error, worker);
    throw error;
  }
}

/** Counts a failure, and gives the job up after enough. It never throws, so that the caller throws the job's own error. */
async function fail<Name extends JobName>(
  { name, doing, giveUp }: Job<Name>,
  payload: JobPayloads[Name],
  error: unknown,
  worker: WorkerContext,
): Promise<void> {
  tallies.jobFailures.set(name, (tallies.jobFailures.get(name) ?? 0) + 1);
  const subject = subjectOf(name, payload);
  const reason = reasonOfFailure(error);
  try {
    mark(`${name} ${subject}`);
    const standing = await countFailure(name, subject, reason);
    if (!standing.counted || !isHopeless(standing)) return;
    const detail = `${doing} failed ${standing.failures} times: ${reason}`;
    const end = (await giveUp?.(payload, { detail, since: standing.first_at }, worker)) ?? 'later';
    if (end === 'ended') await forgetFailure(standing._id);
    else await markGivenUp(standing, end === 'held');
    worker.log.error({ reason, failures: standing.failures, end }, 'job given up');
  } catch (unsaid) {
    if (!isOutage(unsaid, worker.log))
      worker.log.warn({ err: unsaid }, 'job failure not counted; the next failure is counted');
  }
}
