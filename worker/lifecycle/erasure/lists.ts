import { endByOptOut } from '../../../common/changes/enrollments.ts';
import { markUnsubscribes } from '../../../common/changes/unsubscribe-counts.ts';
import { isErased } from '../../../common/domain/erased-addresses.ts';
import { Automation } from '../../../common/models/automations.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { EventNote } from '../../../common/models/event-notes.ts';
import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { Segment } from '../../../common/models/segments.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { isDuplicateKey } from '../../../common/store/connection.ts';
import { transaction } from '../../../common/store/transactions.ts';
import { type ErasureWork, latestOf, namesOf } from './erasing.ts';
import { renameEnrollments } from './rename-enrollments.ts';

export async function eraseFromAutomations({ userId, people }: ErasureWork): Promise<void> {
  await endByOptOut(userId, null, [...people.keys()]);
  const automations = await Automation.of(userId).distinct('_id');
  const found = await Enrollment.of(userId)
    .find({
      automation_id: { $in: automations },
      email_norm: { $in: [...people.keys()] },
    })
    .project<{ _id: number; email_norm: string }>({ email_norm: 1 })
    .toArray();
  await renameEnrollments(Enrollment.of(userId), found, ({ email_norm }) => people.get(email_norm)!.erased);
}

/** Replaces the people's addresses in suppression lists. The lists keep their lengths. */
export async function eraseFromSuppressions(erasing: ErasureWork): Promise<void> {
  await eraseFromLifts(erasing);
  const { userId, people, finder } = erasing;
  const suppressions = Suppression.of(userId);
  const found = await suppressions.find({ email_norm: { $in: namesOf(erasing) } }).toArray();
  for (const { _id, email_norm, unsubscribe_groups_id: group, reply = null } of found) {
    const said = { reply: reply && finder.replace(reply) };
    if (isErased(email_norm)) {
      if (said.reply !== reply) await suppressions.updateOne({ _id }, { $set: said });
      continue;
    }
    const { erased } = people.get(email_norm)!;
    try {
      await suppressions.updateOne(
        { _id, email_norm },
        { $set: { ...(reply !== null && said), email_norm: erased, email_address: erased } },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // The address was erased before, and entered the same list again.
      if (group !== null) await markUnsubscribes(userId, group, [_id]);
      await suppressions.deleteOne({ _id, email_norm });
    }
  }
}

/** Replaces the addresses in notes of lifted opt-outs, which then make no event. */
async function eraseFromLifts({ userId, people, finder, pattern }: ErasureWork): Promise<void> {
  const notes = EventNote.of(userId);
  const found = notes.find({
    type: 'contact.resubscribed',
    at: { $lte: latestOf(people) },
    'records.lifted.email': pattern,
  });
  for await (const { _id, records = [] } of found) {
    const erased = records.map(({ lifted, ...said }) => ({
      ...said,
      ...(lifted && { lifted: { ...lifted, email: finder.replace(lifted.email) } }),
    }));
    await notes.updateOne({ _id }, { $set: { records: erased } });
  }
}

export async function eraseFromSegments({ userId, people, finder }: ErasureWork): Promise<void> {
  const [recipients, segments] = [SegmentRecipient.of(userId), Segment.of(userId)];
  const added = await recipients
    .find({
      'by_hand.email_norm': { $in: [...people.keys()] },
    })
    .toArray();
  for (const { _id, segment_id, by_hand, created_at } of added) {
    if (created_at > people.get(by_hand!.email_norm)!.before) continue;
    await transaction(async (session) => {
      const { deletedCount } = await recipients.deleteOne(
        { _id, 'by_hand.email_norm': by_hand!.email_norm },
        { session },
      );
      if (deletedCount === 0) return;
      await segments.updateOne({ _id: segment_id }, { $inc: { segment_emails_count: -1 } }, { session });
    });
  }
  const rules = segments.find().project<{ _id: number; value: string[] }>({ value: 1 });
  for await (const { _id, value } of rules) {
    const without = value.map((operand) => finder.replace(operand));
    // The rule found only the deleted person, so its matches stay the same.
    if (without.some((operand, at) => operand !== value[at]))
      await segments.updateOne({ _id, value }, { $set: { value: without } });
  }
}
