import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import type { WorkerContext } from '../context.ts';
import { deliverNext } from '../delivery/deliver-next.ts';
import { ringSlice } from '../delivery/ring-slices.ts';

/** Delivers a slice of a mailing, and rings for the next at the queue's tail. */
export async function deliverSlice(
  payload: JobPayloads['deliver-slice'],
  worker: WorkerContext,
): Promise<void | 'idle'> {
  const end = await deliverNext(payload.mailing, worker);
  if (end === 'more') await ringSlice(worker.ring, payload);
  return end === 'idle' ? end : undefined;
}
