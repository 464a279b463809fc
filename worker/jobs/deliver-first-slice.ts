import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import type { WorkerContext } from '../context.ts';
import { deliverNext } from '../delivery/deliver-next.ts';
import { ringSlices } from '../delivery/ring-slices.ts';

/** Delivers the first slice of a mailing that was just opened, past all that is under way; the others take their turns. */
export async function deliverFirstSlice(
  { mailing }: Pick<JobPayloads['deliver-first-slice'], 'mailing'>,
  worker: WorkerContext,
): Promise<void | 'idle'> {
  const end = await deliverNext(mailing, worker);
  if (end === 'more') await ringSlices(worker.ring, mailing);
  return end === 'idle' ? end : undefined;
}
