import type { Ring } from '../../common/jobs/doorbell.ts';
import {
  announceContactChanges,
  noteContactChanges,
  withdrawContactChanges,
} from '../../common/queries/contact-changes.ts';
import { isStoreAway } from '../../common/store-away.ts';

/** Rings for the segments of a contact type. */
export const ringRefresh = (ring: Ring, contactTypeId: number): Promise<void> =>
  ring('refresh-segments', { contactTypeId }, String(contactTypeId));

/** Contacts of an account, by their type. */
export type ByType = Iterable<readonly [contactTypeId: number, contactIds: readonly number[]]>;

/**
 * Changes these contacts of types, and tells segments and automations of it: a crash at any moment leaves both or neither. `cameTo`:
 * whom the change came to, where that is known only then.
 */
export async function tellingOf<Changed>(
  ring: Ring,
  userId: number,
  contacts: ByType,
  change: () => Promise<Changed>,
  cameTo: (changed: Changed) => ByType = () => contacts,
): Promise<Changed> {
  const announced = new Map(
    await Promise.all(
      [...contacts].map(
        async ([type, ids]) => [type, await announceContactChanges(userId, type, ids)] as const,
      ),
    ),
  );
  const changed = await change().catch(async (error: unknown) => {
    // Refused: there is nothing to tell. Where it is not known whether it was done, all are told.
    if (!isStoreAway(error)) await withdrawContactChanges([...announced.values()].flat());
    throw error;
  });
  for (const [type, ids] of cameTo(changed)) {
    if (await noteContactChanges(userId, type, ids, announced.get(type))) await ringRefresh(ring, type);
  }
  return changed;
}
