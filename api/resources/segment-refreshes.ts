import type { Ring } from '../../common/jobs/doorbell.ts';
import { noteContactChanges } from '../../common/queries/contact-changes.ts';

/** Rings for the segments of a contact type. */
export const ringRefresh = (ring: Ring, contactTypeId: number): Promise<void> =>
  ring('refresh-segments', { contactTypeId }, String(contactTypeId));

/** Notes that these contacts of a type changed, once that is stored, and rings where somebody wants to know. */
export async function tellOfChanges(
  ring: Ring,
  userId: number,
  contactTypeId: number,
  contactIds: readonly number[],
): Promise<void> {
  if (await noteContactChanges(userId, contactTypeId, contactIds)) await ringRefresh(ring, contactTypeId);
}
