import {
  announceContactChanges,
  noteContactChanges,
  withdrawContactChanges,
} from '../../common/changes/contact-changes.ts';
import { toldChange } from '../../common/changes/event-notes.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { isStoreAway } from '../../common/store/store-away.ts';

/** The events for webhooks. */
type ContactEvent = 'contact.added' | 'contact.updated' | 'contact.deleted';

/** By contact type. */
export type ContactsByType = Iterable<readonly [contactTypeId: number, contactIds: readonly number[]]>;

/**
 * Changes contacts, and notifies segments, automations and webhooks. A crash at any moment leaves both or neither. `cameTo`:
 * the contacts that the change added, if they are known only afterwards.
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
    // A refused change has no events. If the result is unknown, all events are sent.
    if (!isStoreAway(error)) await withdrawContactChanges(userId, [...announced.values()].flat());
    throw error;
  });
  for (const [contactTypeId, ids] of cameTo(changed)) {
    if (await noteContactChanges(userId, contactTypeId, ids, announced.get(contactTypeId)))
      await ring('refresh-segments', { contactTypeId, userId });
  }
  return changed;
}
