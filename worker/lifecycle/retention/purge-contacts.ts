import { Contact } from '../../../common/models/contacts.ts';
import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';

const PAGE = 1000;
/** A bound before every deletion, which the partial index needs. */
const EVER = new Date(0);

/** Also their rows in segments. Returns their number; the next call continues after a crash. */
export async function purgeContacts(before: Date, stopped: () => boolean): Promise<number> {
  let purged = 0;
  while (!stopped()) {
    const page = await Contact.find({ deleted_at: { $gt: EVER, $lt: before } })
      .project<{ _id: number }>({ _id: 1 })
      .limit(PAGE)
      .toArray();
    if (page.length === 0) break;
    const ids = page.map(({ _id }) => _id);
    // First the rows of segments, so that none is left without its contact.
    await SegmentRecipient.deleteMany({ contact_id: { $in: ids } });
    const { deletedCount } = await Contact.deleteMany({
      _id: { $in: ids },
      deleted_at: { $lt: before },
    });
    purged += deletedCount;
  }
  return purged;
}
