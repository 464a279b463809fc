import {
  SegmentRecipient,
  type SegmentRecipientDocument,
} from '../../../common/models/segment-recipients.ts';
import type { SegmentDocument } from '../../../common/models/segments.ts';
import { CONFIRMED, ruleReader } from '../../../common/queries/rule-filters.ts';
import type { ContactFilter } from '../../../common/queries/segment-filter.ts';
import type { QuestionStore } from '../../http/slow-questions.ts';

/** People added by hand, and contacts removed by hand, that one filter takes. */
const MOST = 50_000;

type ByHandRow = Pick<SegmentRecipientDocument, 'contact_id' | 'by_hand'>;

/** The contacts of a segment as a filter: those of the rule less the removed ones, and those whose address was added by hand. */
export async function contactsOfSegment(
  segment: SegmentDocument,
  { id: userId }: { readonly id: number },
  { collection, options }: QuestionStore,
): Promise<ContactFilter> {
  const rows = (filter: Record<string, unknown>) =>
    collection(SegmentRecipient.of(userId))
      .find(
        { user_id: userId, segment_id: segment._id, ...filter },
        { ...options(), projection: { contact_id: 1, 'by_hand.email_norm': 1 } },
      )
      .limit(MOST)
      .toArray() as Promise<ByHandRow[]>;
  const [reader, removed, added] = await Promise.all([
    ruleReader(userId),
    rows({ removed: true, contact_id: { $ne: null } }),
    rows({ removed: false, contact_id: null }),
  ]);
  const without = removed.flatMap(({ contact_id: id }) => (id === null ? [] : [id]));
  return {
    contact_type_id: segment.contact_type_id,
    $or: [
      { $and: [reader.filter(segment), CONFIRMED, ...(without.length ? [{ _id: { $nin: without } }] : [])] },
      { email_norm: { $in: added.flatMap(({ by_hand }) => (by_hand ? [by_hand.email_norm] : [])) } },
    ],
  };
}
