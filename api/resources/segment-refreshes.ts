import {
  announceContactChanges,
  noteContactChanges,
  withdrawContactChanges,
} from '../../common/changes/contact-changes.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { isStoreAway } from '../../common/mongo/store-away.ts';

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
  for (const [contactTypeId, ids] of cameTo(changed)) {
    if (await noteContactChanges(userId, contactTypeId, ids, announced.get(contactTypeId)))
      await ring('refresh-segments', { contactTypeId });
  }
  return changed;
}
