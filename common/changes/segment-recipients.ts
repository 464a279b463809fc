import type { ClientSession } from 'mongodb';
import { searchKeys } from '../../shared/fold-name.ts';
import { now } from '../clock.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { Contact } from '../models/contacts.ts';
import {
  newSegmentRecipient,
  SegmentRecipient,
  type SegmentRecipientDocument,
} from '../models/segment-recipients.ts';
import { Segment, type SegmentDocument } from '../models/segments.ts';
import { livingSegment } from '../queries/segments.ts';
import { nextId, reserveIds } from '../store/ids.ts';
import { transaction } from '../store/transactions.ts';
import { noteAddedByHand } from './contact-changes.ts';

export interface AddedPerson {
  first_name: string;
  last_name: string;
  email: string;
}

export type SegmentIds = Pick<SegmentDocument, '_id' | 'user_id' | 'contact_type_id'>;

/**
 * Adds a recipient to a segment by hand. An address is in a segment once: an existing recipient gets the new names, and a contact that the
 * rule matched, or that was removed by hand, becomes one added by hand. The note for automations is part of the transaction. Returns the
 * row's id; null when the segment was deleted.
 */
export async function addByHand(segment: SegmentIds, person: AddedPerson): Promise<number | null> {
  const added = await addAllByHand(segment, [person]);
  return added && added[0]!;
}

/** The same for several recipients in one transaction. Returns their rows in order. */
export async function addAllByHand(
  segment: SegmentIds,
  people: readonly AddedPerson[],
): Promise<number[] | null> {
  let stored: number[] = [];
  const first = await reserveIds('segment_recipients', people.length);
  const added = await changing(segment, async (session) => {
    stored = [];
    let more = 0;
    for (const [at, person] of people.entries()) {
      const email_norm = normalizeAddress(person.email);
      const by_hand = { ...person, email_norm, search_keys: searchKeys({ ...person, email_norm }) };
      const { row, isNew } = await storeByHand(segment, by_hand, first + at, session);
      stored.push(row);
      if (isNew) more += 1;
    }
    await noteAddedByHand(segment, stored, session);
    return more;
  });
  return added ? stored : null;
}

/** The row of a recipient added by hand, and whether the segment grows. `id`: for a new row. */
async function storeByHand(
  segment: SegmentIds,
  by_hand: NonNullable<SegmentRecipientDocument['by_hand']>,
  id: number,
  session: ClientSession,
): Promise<{ row: number; isNew: boolean }> {
  const at = now();
  const recipients = SegmentRecipient.of(segment.user_id);
  const again = await recipients.findOneAndUpdate(
    { segment_id: segment._id, 'by_hand.email_norm': by_hand.email_norm },
    { $set: { by_hand, updated_at: at } },
    { session },
  );
  if (again) return { row: again._id, isNew: false };
  const contact = await contactWith(segment, by_hand.email_norm, session);
  const before =
    contact !== null &&
    (await recipients.findOneAndUpdate(
      { segment_id: segment._id, contact_id: contact },
      { $set: { contact_id: null, by_hand, removed: false, updated_at: at } },
      { session },
    ));
  if (before) {
    if (!before.removed) return { row: before._id, isNew: false };
    await recipients.updateOne({ _id: before._id }, { $set: { created_at: at } }, { session });
    return { row: before._id, isNew: true };
  }
  await recipients.insertOne(newSegmentRecipient(id, segment, by_hand, at), { session });
  return { row: id, isNew: true };
}

/** A removed contact, also one added by hand, stays out until its address is added by hand again. Returns false for no such recipient. */
export async function removeRecipient(userId: number, recipientId: number): Promise<boolean> {
  const recipients = SegmentRecipient.of(userId);
  const found = await recipients.findOne({ _id: recipientId, removed: false });
  const segment = found && (await Segment.of(userId).findOne(livingSegment(userId, found.segment_id)));
  if (!segment) return false;
  const id = await nextId('segment_recipients');
  const at = now();
  return changing(segment, async (session) => {
    const recipient = await recipients.findOne({ _id: recipientId, removed: false }, { session });
    if (!recipient) return null;
    const contact =
      recipient.contact_id ?? (await contactWith(segment, recipient.by_hand!.email_norm, session));
    if (recipient.by_hand) await recipients.deleteOne({ _id: recipientId }, { session });
    const before =
      contact !== null &&
      (await recipients.findOneAndUpdate(
        { segment_id: segment._id, contact_id: contact },
        {
          $set: { removed: true, updated_at: at },
          $setOnInsert: { _id: id, by_hand: null, created_at: at },
        },
        { session, upsert: true },
      ));
    return (recipient.by_hand ? -1 : 0) + (before && !before.removed ? -1 : 0);
  });
}

/** `change` returns the difference of the count, or null for no change. Returns false then, and when the segment was deleted. */
async function changing(
  { _id, user_id }: SegmentIds,
  change: (session: ClientSession) => Promise<number | null>,
): Promise<boolean> {
  let done = false;
  await transaction(async (session) => {
    done = false;
    const by = await change(session);
    if (by === null) return;
    const { matchedCount } = await Segment.of(user_id).updateOne(
      livingSegment(user_id, _id),
      { $inc: { segment_emails_count: by } },
      { session },
    );
    if (matchedCount === 0) await session.abortTransaction();
    done = matchedCount === 1;
  });
  return done;
}

async function contactWith(
  { user_id, contact_type_id }: SegmentIds,
  email_norm: string,
  session: ClientSession,
): Promise<number | null> {
  const contact = await Contact.of(user_id).findOne(
    { contact_type_id, email_norm, deleted_at: null },
    { session, projection: { _id: 1 } },
  );
  return contact?._id ?? null;
}
