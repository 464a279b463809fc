import { Automation } from '../../common/models/automations.ts';
import { SegmentRecipient, type SegmentRecipientDocument } from '../../common/models/segment-recipients.ts';
import { enterableAutomations } from '../../common/queries/contact-changes.ts';
import { enterJoined } from '../automations/enter.ts';
import type { WorkerContext } from '../runtime/context.ts';
import type { Candidate } from './matches.ts';

type LivingContacts = ReadonlyMap<number, Candidate>;

/** The segments that are the target of an automation that can be entered: nearly always none. */
export async function targetedSegments(userId: number, segmentIds: readonly number[]): Promise<Set<number>> {
  const found = await Automation.of(userId)
    .find({
      'automation_for.id': { $in: [...segmentIds] },
      'automation_for.table': 'segments_',
      ...enterableAutomations,
    })
    .project<{ automation_for: { id: number } }>({ 'automation_for.id': 1 })
    .toArray();
  return new Set(found.map((automation) => automation.automation_for.id));
}

/** Reports contacts to automations for a contact type, which they joined by being added or moved. */
export async function joinType(
  contactTypeId: number,
  userId: number,
  living: LivingContacts,
  worker: WorkerContext,
): Promise<void> {
  const members = [...living.values()].map((contact) => ({
    _id: contact._id,
    contact_id: contact._id,
    segment_recipient_id: null,
    email: contact.email,
    email_norm: contact.email_norm,
    joined_at: contact.moved_at ?? contact.created_at,
  }));
  await enterJoined(`contacts_${contactTypeId}`, userId, members, worker);
}

export async function joinSegment(
  segmentId: number,
  userId: number,
  living: LivingContacts,
  worker: WorkerContext,
): Promise<void> {
  const found = await SegmentRecipient.of(userId)
    .find({
      contact_id: { $in: [...living.keys()] },
      segment_id: segmentId,
      removed: false,
    })
    .project<Pick<SegmentRecipientDocument, '_id' | 'contact_id' | 'created_at'>>({
      contact_id: 1,
      created_at: 1,
    })
    .toArray();
  const members = found.map(({ _id, contact_id, created_at }) => {
    const { email, email_norm } = living.get(contact_id!)!;
    return { _id, contact_id, segment_recipient_id: null, email, email_norm, joined_at: created_at };
  });
  await enterJoined(`segments_${segmentId}`, userId, members, worker);
}

export async function joinByHand(
  userId: number,
  recipientIds: readonly number[],
  worker: WorkerContext,
): Promise<void> {
  if (recipientIds.length === 0) return;
  const found = await SegmentRecipient.of(userId)
    .find({
      _id: { $in: [...recipientIds] },
      removed: false,
      contact_id: null,
    })
    .toArray();
  for (const { _id, segment_id, by_hand, created_at } of found) {
    const { email, email_norm } = by_hand!;
    const person = { contact_id: null, segment_recipient_id: _id, email, email_norm };
    await enterJoined(`segments_${segment_id}`, userId, [{ _id, ...person, joined_at: created_at }], worker);
  }
}
