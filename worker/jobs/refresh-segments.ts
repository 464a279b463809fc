import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import type { WorkerContext } from '../context.ts';
import { refreshChanged } from '../segments/changed.ts';
import { type HeldType, leaseType, releaseType } from '../segments/lease.ts';
import { LeaseLost } from '../segments/settle.ts';
import { refreshWalked } from '../segments/walk.ts';

/** How long one contact type keeps others waiting. */
const TURN_MS = 5000;

/**
 * Brings the rows of a contact type's segments up to date: with contacts that changed, with rules that did, and with
 * the day. One refresher a type at a time; what is left undone is found by the sweep.
 */
export async function refreshSegments(
  { contactTypeId }: JobPayloads['refresh-segments'],
  worker: WorkerContext,
): Promise<void | 'idle'> {
  if (worker.stopping.aborted) return 'idle';
  const held = await leaseType(contactTypeId);
  if (!held) return 'idle';
  let left = false;
  let succeeded = false;
  try {
    left = await workOn(held, worker);
    succeeded = true;
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    worker.log.warn('the lease was lost');
  } finally {
    await releaseType(held, succeeded).catch(() => held.lease.end());
  }
  // Not keyed: this very job still bears the key, and the ring would be taken for it.
  if (left && !worker.stopping.aborted) await worker.ring('refresh-segments', { contactTypeId });
}

/** Changes and steps of walks by turns, so that neither waits for the end of the other. True: there is more. */
async function workOn(held: HeldType, worker: WorkerContext): Promise<boolean> {
  const turnEnds = performance.now() + TURN_MS;
  while (held.lease.stands() && !worker.stopping.aborted) {
    const changed = await refreshChanged(held, worker);
    const walked = held.lease.stands() && (await refreshWalked(held, worker));
    if (!changed && !walked) return false;
    if (performance.now() > turnEnds) return true;
  }
  return false;
}
