import { refreshChanged } from './changed.ts';
import type { HeldType } from './lease.ts';
import { refreshWalked, type Walker } from './walk.ts';

/** Some changes of contacts, then one step of a walk, so that neither waits for all of the other. False: no work is left. */
export async function refreshNext(held: HeldType, walker: Walker): Promise<boolean> {
  const changed = await refreshChanged(held, walker.worker);
  if (changed) walker.ahead.drop();
  const walked = held.lease.stands() && (await refreshWalked(held, walker));
  return changed || walked;
}
