import type { AnyBulkWriteOperation } from 'mongodb';
import { now } from '../clock.ts';
import { ContactCount, type ContactCountDocument } from '../models/contact-counts.ts';
import { ContactType, type ContactTypeDocument } from '../models/contact-types.ts';
import { Contact } from '../models/contacts.ts';
import { ignoringDuplicates, rows } from '../mongo.ts';

/** Ids of a run: what one change has counted anew. Counting as many index entries takes some 5 ms. */
const RUN = 16_384;
/** As of the ledger's figures: a mark this fresh may belong to a change that is still on its way … */
const SETTLED_MS = 10_000;
/** … and one this fresh stands for another change, too. */
const STANDS_MS = 2000;

const runOf = (contactId: number): number => Math.floor(contactId / RUN);

/**
 * To be called *before* contacts of a type are added, deleted, or moved into or out of it: whoever shows the type's
 * count counts theirs again. A crash between the two costs a count, never its truth.
 */
export async function markCounts(contactTypeId: number, contactIds: readonly number[]): Promise<void> {
  if (contactIds.length === 0) return;
  const at = now();
  const stale = new Date(at.getTime() - STANDS_MS);
  const runs = [...new Set(contactIds.map(runOf))];
  await Promise.all([
    rows(ContactType).updateOne(
      { _id: contactTypeId, $or: [{ contacts_dirty_at: null }, { contacts_dirty_at: { $lt: stale } }] },
      { $set: { contacts_dirty_at: at } },
    ),
    // One whose mark still stands is not found, and can't be made a second time.
    ignoringDuplicates(
      rows(ContactCount).bulkWrite(
        runs.map(
          (run): AnyBulkWriteOperation<ContactCountDocument> => ({
            updateOne: {
              filter: {
                _id: `${contactTypeId}-${run}`,
                $or: [{ dirty_at: null }, { dirty_at: { $lt: stale } }],
              },
              update: {
                $set: { dirty_at: at },
                $setOnInsert: { contact_type_id: contactTypeId, run, count: 0 },
              },
              upsert: true,
            },
          }),
        ),
        { ordered: false },
      ),
    ),
  ]);
}

type Counted = Pick<ContactTypeDocument, '_id' | 'contacts' | 'contacts_dirty_at'>;

/** How many contacts each of these types has, by type id: as it stands with the type, unless it was marked since. */
export async function countContacts(types: readonly Counted[]): Promise<Map<number, number>> {
  const counts = await Promise.all(
    types.map(async (type) => {
      const stands = type.contacts !== undefined && !type.contacts_dirty_at;
      return [type._id, stands ? type.contacts! : await recount(type)] as const;
    }),
  );
  return new Map(counts);
}

async function recount(type: Counted): Promise<number> {
  const settled = now().getTime() - SETTLED_MS;
  if (type.contacts === undefined) await countAll(type._id);
  const ofType = { contact_type_id: type._id };
  const dirty = await rows(ContactCount)
    .find({ ...ofType, dirty_at: { $ne: null } })
    .toArray();
  const counted = await Promise.all(
    dirty.map(async ({ _id, run, dirty_at }): Promise<AnyBulkWriteOperation<ContactCountDocument>> => {
      const ids = { $gte: run * RUN, $lt: (run + 1) * RUN };
      const count = await rows(Contact).countDocuments({ ...ofType, deleted_at: null, _id: ids });
      // Marked anew since it was read: somebody else counts it, or we do the next time.
      const update = { $set: { count, ...(isSettled(dirty_at, settled) && { dirty_at: null }) } };
      return { updateOne: { filter: { _id, dirty_at }, update } };
    }),
  );
  if (counted.length > 0) await rows(ContactCount).bulkWrite(counted, { ordered: false });
  const [sum] = await rows(ContactCount)
    .aggregate<{ count: number }>([{ $match: ofType }, { $group: { _id: null, count: { $sum: '$count' } } }])
    .toArray();
  const contacts = sum?.count ?? 0;
  const dirtyAt = type.contacts_dirty_at ?? null;
  await rows(ContactType).updateOne(
    { _id: type._id, contacts_dirty_at: dirtyAt },
    { $set: { contacts, ...(isSettled(dirtyAt, settled) && { contacts_dirty_at: null }) } },
  );
  return contacts;
}

const isSettled = (dirtyAt: Date | null, settled: number): boolean =>
  dirtyAt !== null && dirtyAt.getTime() < settled;

/**
 * Of a type that was never counted: its runs come to be, counted. Who changes contacts has marked theirs before, so that
 * a run which is there already is right, or marked.
 */
async function countAll(contactTypeId: number): Promise<void> {
  const found = await rows(Contact)
    .aggregate<{ _id: number; count: number }>([
      { $match: { contact_type_id: contactTypeId, deleted_at: null } },
      { $group: { _id: { $floor: { $divide: ['$_id', RUN] } }, count: { $sum: 1 } } },
    ])
    .toArray();
  if (found.length === 0) return;
  const inserts = found.map(
    ({ _id: run, count }): AnyBulkWriteOperation<ContactCountDocument> => ({
      updateOne: {
        filter: { _id: `${contactTypeId}-${run}` },
        update: { $setOnInsert: { contact_type_id: contactTypeId, run, count, dirty_at: null } },
        upsert: true,
      },
    }),
  );
  await ignoringDuplicates(rows(ContactCount).bulkWrite(inserts, { ordered: false }));
}
