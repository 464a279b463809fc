import {
  announceContactChanges,
  noteContactChanges,
  withdrawContactChanges,
} from '../../common/changes/contact-changes.ts';
import { toldChange } from '../../common/changes/event-notes.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { isStoreAway } from '../../common/store/store-away.ts';

/** What webhooks are told of it. */
type ContactEvent = 'contact.added' | 'contact.updated' | 'contact.deleted';

/** Contacts of an account, by their type. */
export type ContactsByType = Iterable<readonly [contactTypeId: number, contactIds: readonly number[]]>;

/**
 * Changes these contacts of types, and tells segments, automations and webhooks of it: a crash at any moment leaves both or neither. `cameTo`:
 * whom the change came to, where that is known only then.
 */
export async function tellingOf<Changed>(
  ring: Ring,
  userId: number,
  { type, contacts }: { readonly type: ContactEvent; readonly contacts: ContactsByType },
  change: () => Promise<Changed>,
  cameTo: (changed: Changed) => ContactsByType = () => contacts,
): Promise<Changed> {
  const announced = new Map(
    await Promise.all(
      [...contacts].map(
        async ([type, ids]) => [type, await announceContactChanges(userId, type, ids)] as const,
      ),
    ),
  );
  const told = new Set([...contacts].flatMap(([, ids]) => [...ids]));
  const events = [...told].map((id) => ({ user_id: userId, type, id }));
  const changed = await toldChange(events, change).catch(async (error: unknown) => {
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
