import type { ClientSession } from 'mongodb';
import mongoose from 'mongoose';
import { now } from '../clock.ts';
import { chunksOf } from '../domain/chunks.ts';
import { idsBy } from '../domain/ids-by.ts';
import { ContactChanges, type ContactChangesDocument } from '../models/contact-changes.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { isWatched } from '../queries/contact-changes.ts';
import { replacing } from '../store/collection.ts';
import { isInTransaction } from '../store/transactions.ts';

const ENTRY = 1000;
let entryContacts = ENTRY;
/** For tests. */
export const useChangeEntry = (contacts = ENTRY): void => void (entryContacts = contacts);
/** Larger changes yield to changes of up to this many contacts. */
const FEW = 100;

/** Milliseconds for which a note waits for its change; far longer than any successful write. */
const HELD_MS = 15_000;

/** Notes of changes that are about to be stored. When their caller fails, they count after {@link HELD_MS}. */
export type ChangeNotes = readonly ContactChangesDocument[];

/** Call it *before* contacts change, when a crash would not repeat the change. In a transaction `noteContactChanges` is enough. */
export async function announceContactChanges(
  userId: number,
  contactTypeId: number,
  contactIds: readonly number[],
): Promise<ChangeNotes> {
  if (contactIds.length === 0 || isInTransaction() || !(await isWatched(userId, contactTypeId))) return [];
  const held_until = new Date(now().getTime() + HELD_MS);
  const entries = entriesOf(userId, contactTypeId, contactIds);
  await ContactChanges.of(userId).insertMany(entries.map((entry) => ({ ...entry, held_until })));
  return entries;
}

/**
 * Notes a change of contacts for segments and automations. Call it *after* contacts of a type were added, changed, deleted or moved, and
 * before the answer or checkpoint. Returns whether to ring `refresh-segments` for the type. A segment that is stored later needs no note:
 * its own walk reads the write. A transaction is always noted: it becomes visible later, when a walk may have passed its contacts.
 */
export async function noteContactChanges(
  userId: number,
  contactTypeId: number,
  contactIds: readonly number[],
  announced: ChangeNotes = [],
): Promise<boolean> {
  if (announced.length > 0) {
    // A worker may have taken an entry of a slow change: then the entry is stored again.
    await ContactChanges.of(userId).bulkWrite(
      announced.map((entry) => replacing({ _id: entry._id }, entry)),
      { ordered: false },
    );
    return true;
  }
  if (contactIds.length === 0 || !(isInTransaction() || (await isWatched(userId, contactTypeId))))
    return false;
  await ContactChanges.of(userId).insertMany(entriesOf(userId, contactTypeId, contactIds));
  return true;
}

export async function withdrawContactChanges(userId: number, announced: ChangeNotes): Promise<void> {
  if (announced.length === 0) return;
  await ContactChanges.of(userId).deleteMany({ _id: { $in: announced.map(({ _id }) => _id) } });
}

const entriesOf = (
  userId: number,
  contactTypeId: number,
  contactIds: readonly number[],
): ContactChangesDocument[] =>
  chunksOf(contactIds, entryContacts).map((ids) =>
    entryOf(userId, contactTypeId, { contact_ids: ids, bulk: contactIds.length > FEW }),
  );

/** Notes a change of contacts of any types, deleted ones included. Returns the types for which to ring `refresh-segments`. */
export async function noteByType(userId: number, contactIds: readonly number[]): Promise<number[]> {
  const found = await Contact.of(userId)
    .find({ _id: { $in: [...contactIds] } })
    .project<Pick<ContactDocument, '_id' | 'contact_type_id'>>({ contact_type_id: 1 })
    .toArray();
  const watched: number[] = [];
  for (const [type, ids] of idsBy(found, (contact) => contact.contact_type_id)) {
    if (await noteContactChanges(userId, type, ids)) watched.push(type);
  }
  return watched;
}

/** For automations. The transaction of the rows always stores the note, because an automation may go live before it ends. */
export async function noteAddedByHand(
  { user_id, contact_type_id }: { user_id: number; contact_type_id: number },
  segment_recipient_ids: number[],
  session: ClientSession,
): Promise<void> {
  const entry = entryOf(user_id, contact_type_id, { segment_recipient_ids });
  await ContactChanges.of(user_id).insertOne(entry, { session });
}

const entryOf = (
  user_id: number,
  contact_type_id: number,
  what: Partial<Pick<ContactChangesDocument, 'contact_ids' | 'segment_recipient_ids' | 'bulk'>>,
): ContactChangesDocument => ({
  _id: new mongoose.Types.ObjectId(),
  user_id,
  contact_type_id,
  contact_ids: [],
  segment_recipient_ids: [],
  bulk: false,
  created_at: now(),
  ...what,
});
