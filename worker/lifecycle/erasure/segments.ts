import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { Segment } from '../../../common/models/segments.ts';
import { transaction } from '../../../common/store/transactions.ts';
import type { ErasureWork } from './erasing.ts';

/** Removes people who were added by hand from segments, and the addresses from rules. */
export async function eraseFromSegments({ userId, people, finder }: ErasureWork): Promise<void> {
  const added = await SegmentRecipient.find({
    'by_hand.email_norm': { $in: [...people.keys()] },
    user_id: userId,
  }).toArray();
  for (const { _id, segment_id, by_hand, created_at } of added) {
    if (created_at > people.get(by_hand!.email_norm)!.before) continue;
    await transaction(async (session) => {
      const { deletedCount } = await SegmentRecipient.deleteOne(
        { _id, 'by_hand.email_norm': by_hand!.email_norm },
        { session },
      );
      if (deletedCount === 0) return;
      await Segment.updateOne({ _id: segment_id }, { $inc: { segment_emails_count: -1 } }, { session });
    });
  }
  const segments = Segment.find({ user_id: userId }).project<{ _id: number; value: string[] }>({ value: 1 });
  for await (const { _id, value } of segments) {
    const without = value.map((operand) => finder.replace(operand));
    // The rule found only the deleted person, so its matches stay the same.
    if (without.some((operand, at) => operand !== value[at]))
      await Segment.updateOne({ _id, value }, { $set: { value: without } });
  }
}
