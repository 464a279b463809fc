import type { ClientSession } from 'mongodb';
import { now } from '../clock.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { searchKeys } from '../domain/fold-name.ts';
import { nextId } from '../ids.ts';
import { Contact } from '../models/contacts.ts';
import { SegmentRecipient } from '../models/segment-recipients.ts';
import { Segment, type SegmentDocument } from '../models/segments.ts';
import { rows } from '../mongo.ts';
import { transaction } from '../transactions.ts';
import { livingSegment } from './segments.ts';

export interface Person {
  first_name: string;
  last_name: string;
  email: string;
}

type OfSegment = Pick<SegmentDocument, '_id' | 'user_id' | 'contact_type_id'>;

/**
 * Adds somebody to a segment by hand. An address is in a segment once: who was added before gets the new names, and a
 * contact that the rule matched, or that was kept out, becomes one added by hand. Answers the row's id; null when the
 * segment is no more.
 */
export async function addByHand(segment: OfSegment, person: Person): Promise<number | null> {
  let row = 0;
  const id = await nextId('segment_recipients');
  const email_norm = normalizeAddress(person.email);
  const by_hand = { ...person, email_norm, search_keys: searchKeys({ ...person, email_norm }) };
  const at = now();
  const mine = { segment_id: segment._id, 'by_hand.email_norm': by_hand.email_norm };
  const added = await changing(segment, async (session) => {
    const again = await rows(SegmentRecipient).findOneAndUpdate(
      mine,
      { $set: { by_hand, updated_at: at } },
      { session },
    );
    row = again?._id ?? id;
    if (again) return 0;
    const contact = await contactWith(segment, by_hand.email_norm, session);
    const before =
      contact !== null &&
      (await rows(SegmentRecipient).findOneAndUpdate(
        { segment_id: segment._id, contact_id: contact },
        { $set: { contact_id: null, by_hand, removed: false, updated_at: at } },
        { session },
      ));
    if (before) {
      row = before._id;
      if (!before.removed) return 0;
      // It was out, and comes in now.
      await rows(SegmentRecipient).updateOne({ _id: row }, { $set: { created_at: at } }, { session });
      return 1;
    }
    await rows(SegmentRecipient).insertOne(
      {
        _id: id,
        user_id: segment.user_id,
        segment_id: segment._id,
        contact_id: null,
        by_hand,
        removed: false,
        created_at: at,
        updated_at: at,
      },
      { session },
    );
    return 1;
  });
  return added ? row : null;
}

/**
 * Takes a recipient out of its segment. A contact stays out, also one that was added by hand, until its address is
 * added by hand again. False when there is no such recipient.
 */
export async function removeRecipient(userId: number, recipientId: number): Promise<boolean> {
  const found = await rows(SegmentRecipient).findOne({ _id: recipientId, user_id: userId, removed: false });
  const segment = found && (await rows(Segment).findOne(livingSegment(userId, found.segment_id)));
  if (!segment) return false;
  const id = await nextId('segment_recipients');
  const at = now();
  return changing(segment, async (session) => {
    const recipient = await rows(SegmentRecipient).findOne({ _id: recipientId, removed: false }, { session });
    if (!recipient) return null;
    const contact =
      recipient.contact_id ?? (await contactWith(segment, recipient.by_hand!.email_norm, session));
    if (recipient.by_hand) await rows(SegmentRecipient).deleteOne({ _id: recipientId }, { session });
    const before =
      contact !== null &&
      (await rows(SegmentRecipient).findOneAndUpdate(
        { segment_id: segment._id, contact_id: contact },
        {
          $set: { removed: true, updated_at: at },
          $setOnInsert: { _id: id, user_id: userId, by_hand: null, created_at: at },
        },
        { session, upsert: true },
      ));
    return (recipient.by_hand ? -1 : 0) + (before && !before.removed ? -1 : 0);
  });
}

/**
 * A change of a segment's recipients and of their count, in one transaction. `change` answers by how much the count
 * moves, or null for one that was not to be made. False then, and where the segment was deleted.
 */
async function changing(
  { _id, user_id }: OfSegment,
  change: (session: ClientSession) => Promise<number | null>,
): Promise<boolean> {
  let done = false;
  await transaction(async (session) => {
    done = false;
    const by = await change(session);
    if (by === null) return;
    const { matchedCount } = await rows(Segment).updateOne(
      livingSegment(user_id, _id),
      { $inc: { segment_emails_count: by } },
      { session },
    );
    if (matchedCount === 0) await session.abortTransaction();
    done = matchedCount === 1;
  });
  return done;
}

/** The id of the segment's contact type's contact with an address. */
async function contactWith(
  { user_id, contact_type_id }: OfSegment,
  email_norm: string,
  session: ClientSession,
): Promise<number | null> {
  const contact = await rows(Contact).findOne(
    { user_id, contact_type_id, email_norm, deleted_at: null },
    { session, projection: { _id: 1 } },
  );
  return contact?._id ?? null;
}
