import { Contact, type ContactDocument } from '../../../common/models/contacts.ts';
import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { everywhere } from '../../../common/store/everywhere.ts';

const PAGE = 1000;
/** A bound before every deletion, which the partial index needs. */
const EVER = new Date(0);

/** Also their rows in segments. Returns their number; the next call continues after a crash. */
export async function purgeContacts(before: Date, stopped: () => boolean): Promise<number> {
  let purged = 0;
  while (!stopped()) {
    const page = await everywhere(Contact, 'retention')
      .find({ deleted_at: { $gt: EVER, $lt: before } })
      .project<Pick<ContactDocument, '_id' | 'user_id'>>({ user_id: 1 })
      .limit(PAGE)
      .toArray();
    if (page.length === 0) break;
    const accounts = page.map(({ user_id }) => user_id);
    const ids = page.map(({ _id }) => _id);
    // First the rows of segments, so that none is left without its contact.
    await SegmentRecipient.among(accounts).deleteMany({ contact_id: { $in: ids } });
    const { deletedCount } = await Contact.among(accounts).deleteMany({
      _id: { $in: ids },
      deleted_at: { $lt: before },
    });
    purged += deletedCount;
  }
  return purged;
}
