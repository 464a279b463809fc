import { Contact } from '../../../common/models/contacts.ts';
import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';

/** Contacts of one step: some tens of milliseconds of the store. */
const PAGE = 1000;
/** Before every deletion: the bound that lets the partial index answer. */
const EVER = new Date(0);

/**
 * Removes contacts that were deleted before an instant, with the rows that segments keep of them, until none is left or
 * `stopped` says so. Answers how many. What is cut off in between is found again by the next one.
 */
export async function purgeContacts(before: Date, stopped: () => boolean): Promise<number> {
  let purged = 0;
  while (!stopped()) {
    const page = await Contact.find({ deleted_at: { $gt: EVER, $lt: before } })
      .project<{ _id: number }>({ _id: 1 })
      .limit(PAGE)
      .toArray();
    if (page.length === 0) break;
    const ids = page.map(({ _id }) => _id);
    // First what refers to them: a row of a segment alone would be of a contact that is not there.
    await SegmentRecipient.deleteMany({ contact_id: { $in: ids } });
    const { deletedCount } = await Contact.deleteMany({
      _id: { $in: ids },
      deleted_at: { $lt: before },
    });
    purged += deletedCount;
  }
  return purged;
}
