import { refreshChanged } from './changed.ts';
import type { HeldType } from './lease.ts';
import { refreshWalked, type Walker } from './walk.ts';

/**
 * Works off some changes of contacts, and then does one step of a walk, so that neither waits for the end of the other. False: nothing
 * was left to do.
 */
export async function refreshNext(held: HeldType, walker: Walker): Promise<boolean> {
  const changed = await refreshChanged(held, walker.worker);
  if (changed) walker.ahead.drop();
  const walked = held.lease.stands() && (await refreshWalked(held, walker));
  return changed || walked;
}
