import type { JobName, JobPayloads } from '../../common/jobs/catalogue.ts';
import { subjectOf } from '../../common/jobs/subjects.ts';
import { warnOf } from '../../common/outages.ts';
import type { Processor, WorkerContext } from '../context.ts';
import { tallies } from '../metrics/tallies.ts';
import { processors } from '../processors.ts';
import { countFailure, forgetFailure, isHopeless, markGivenUp, mayTry } from './count.ts';
import { GIVING_UP } from './give-up.ts';
import { isMarked, mark, unmark } from './marks.ts';
import { isPassing, reasonOf } from './reason.ts';

/**
 * Runs a job, and counts its failures: after three in a row for the same reason it is given up in the way that
 * `give-up.ts` says, and fails no more until its owner or the operator asks for it. Failures that pass by themselves,
 * such as a store that is away, are not counted. It throws what the processor throws.
 */
export async function runJob<Name extends JobName>(
  name: Name,
  payload: JobPayloads[Name],
  worker: WorkerContext,
  processor: Processor<Name> = processors[name],
): Promise<void> {
  const subject = subjectOf(name, payload);
  const id = `${name} ${subject}`;
  if (isMarked(id)) {
    const may = await mayTry(id);
    if (may === null) unmark(id);
    else if (!may) return;
  }
  try {
    // What found nothing to do has not shown that it can be done.
    const end = await processor(payload, worker);
    if (end !== 'idle' && isMarked(id)) {
      await forgetFailure(id);
      unmark(id);
    }
  } catch (error) {
    if (!isPassing(error)) await fail(name, payload, error, worker);
    throw error;
  }
}

/** Counts a failure and gives the job up when it is time. It never throws: the job's own error is the one to tell. */
async function fail<Name extends JobName>(
  name: Name,
  payload: JobPayloads[Name],
  error: unknown,
  worker: WorkerContext,
): Promise<void> {
  tallies.jobFailures.set(name, (tallies.jobFailures.get(name) ?? 0) + 1);
  const subject = subjectOf(name, payload);
  const reason = reasonOf(error);
  try {
    mark(`${name} ${subject}`);
    const standing = await countFailure(name, subject, reason);
    if (!standing.counted || !isHopeless(standing)) return;
    const { what, giveUp } = GIVING_UP[name];
    const detail = `${what} failed ${standing.failures} times: ${reason}`;
    const end = await giveUp(payload, { detail, since: standing.first_at }, worker);
    if (end === 'ended') await forgetFailure(standing._id);
    else await markGivenUp(standing, end === 'held');
    worker.log.error({ reason, failures: standing.failures, end }, 'the job is given up');
  } catch (unsaid) {
    // It is counted, or given up, when it fails the next time.
    warnOf(unsaid, worker.log, 'a failure could not be counted');
  }
}
