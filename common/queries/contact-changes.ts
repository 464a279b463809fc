import mongoose from 'mongoose';
import { chunksOf } from '../chunks.ts';
import { now } from '../clock.ts';
import { idsBy } from '../ids-by.ts';
import { Automation } from '../models/automations.ts';
import { ContactChanges, type ContactChangesDocument } from '../models/contact-changes.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { Segment } from '../models/segments.ts';
import { rows } from '../mongo.ts';
import { isInTransaction } from '../transactions.ts';

/** Contacts of one entry. */
const ENTRY = 1000;
/** A change of more contacts than this lets those of fewer pass. */
const FEW = 100;

/** Automations that somebody may still enter, as a filter: whoever joined while one was live does, however late. */
export const enterableAutomations = { deleted_at: null, live_at: { $ne: null } } as const;

/** Whether anybody wants to know of changes: a living segment of the type, or an automation for it that was ever live. */
async function isWatched(contactTypeId: number): Promise<boolean> {
  const found = await Promise.all([
    rows(Segment).findOne({ contact_type_id: contactTypeId, deleted_at: null }, { projection: { _id: 1 } }),
    rows(Automation).findOne(
      {
        'automation_for.id': contactTypeId,
        'automation_for.table': 'contacts_',
        ...enterableAutomations,
      },
      { projection: { _id: 1 } },
    ),
  ]);
  return found.some((one) => one !== null);
}

/** Milliseconds for which a note waits for its change; far more than a write takes that ends at all. */
const HELD_MS = 15_000;

/** Notes of changes that are about to be stored: where no one comes back to them, they count after a while. */
export type Announced = readonly ContactChangesDocument[];

/**
 * To be called *before* contacts of a type are added, changed or deleted where no one repeats that after a crash. In a transaction
 * nothing is announced: change and note are stored together.
 */
export async function announceContactChanges(
  userId: number,
  contactTypeId: number,
  contactIds: readonly number[],
): Promise<Announced> {
  if (contactIds.length === 0 || isInTransaction() || !(await isWatched(contactTypeId))) return [];
  const held_until = new Date(now().getTime() + HELD_MS);
  const entries = entriesOf(userId, contactTypeId, contactIds);
  await rows(ContactChanges).insertMany(entries.map((entry) => ({ ...entry, held_until })));
  return entries;
}

/**
 * To be called *after* contacts of a type were added, changed, deleted or moved into or out of it, and before that is
 * answered or checkpointed: from then on it is certain that segments and automations follow. Answers whether
 * `refresh-segments` is to be rung for the type. A segment stored since the write needs no telling: its own walk reads
 * what was written before it. In a transaction the write is seen only later, when a walk may be past it: there it is
 * always noted.
 */
export async function noteContactChanges(
  userId: number,
  contactTypeId: number,
  contactIds: readonly number[],
  announced: Announced = [],
): Promise<boolean> {
  if (announced.length > 0) {
    // Some may have been gone through already, if the change took long: it is told of once more.
    const releases = announced.map((entry) => ({
      replaceOne: { filter: { _id: entry._id }, replacement: entry, upsert: true },
    }));
    await rows(ContactChanges).bulkWrite(releases, { ordered: false });
    return true;
  }
  if (contactIds.length === 0 || !(isInTransaction() || (await isWatched(contactTypeId)))) return false;
  await rows(ContactChanges).insertMany(entriesOf(userId, contactTypeId, contactIds));
  return true;
}

/** The changes were refused. */
export async function withdrawContactChanges(announced: Announced): Promise<void> {
  if (announced.length === 0) return;
  await rows(ContactChanges).deleteMany({ _id: { $in: announced.map(({ _id }) => _id) } });
}

const entriesOf = (
  userId: number,
  contactTypeId: number,
  contactIds: readonly number[],
): ContactChangesDocument[] =>
  chunksOf(contactIds, ENTRY).map((ids) =>
    entryOf(userId, contactTypeId, { contact_ids: ids, bulk: contactIds.length > FEW }),
  );

/** The same for contacts of any types, also such as were deleted. Answers the types that are to be rung for. */
export async function noteByType(userId: number, contactIds: readonly number[]): Promise<number[]> {
  const found = await rows(Contact)
    .find({ _id: { $in: [...contactIds] }, user_id: userId })
    .project<Pick<ContactDocument, '_id' | 'contact_type_id'>>({ contact_type_id: 1 })
    .toArray();
  const watched: number[] = [];
  for (const [type, ids] of idsBy(found, (contact) => contact.contact_type_id)) {
    if (await noteContactChanges(userId, type, ids)) watched.push(type);
  }
  return watched;
}

/** The same for somebody who was added to a segment by hand: of interest to automations alone. */
export async function noteAddedByHand(
  { _id, user_id, contact_type_id }: { _id: number; user_id: number; contact_type_id: number },
  recipientId: number,
): Promise<boolean> {
  const target = { 'automation_for.id': _id, 'automation_for.table': 'segments_' as const };
  const automation = await rows(Automation).findOne(
    { ...target, ...enterableAutomations },
    { projection: { _id: 1 } },
  );
  if (!automation && !isInTransaction()) return false;
  await rows(ContactChanges).insertOne(
    entryOf(user_id, contact_type_id, { segment_recipient_ids: [recipientId] }),
  );
  return true;
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

/** Changes that are to be told of now, as a filter: those that are announced only are not. */
export const toldOf = (at: Date) => ({ held_until: { $not: { $gt: at } } });

/** Contact types whose segments have something to be told, to be walked or to be looked at again. */
export async function dueRefreshes(at: Date): Promise<number[]> {
  const living = { deleted_at: null };
  const found = await Promise.all([
    rows(ContactChanges).distinct('contact_type_id'),
    rows(Segment).distinct('contact_type_id', { ...living, 'walk.began_at': { $type: 'date' } }),
    rows(Segment).distinct('contact_type_id', { ...living, recheck_at: { $type: 'date', $lte: at } }),
  ]);
  return [...new Set(found.flat())];
}
