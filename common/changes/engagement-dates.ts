import type { AnyBulkWriteOperation, ClientSession } from 'mongodb';
import mongoose from 'mongoose';
import { now } from '../clock.ts';
import { Batch, type BatchDocument } from '../models/batches.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { Delivery, type DeliveryDocument } from '../models/deliveries.ts';
import { EngagementAccount } from '../models/engagement-accounts.ts';
import { Engagement, type EngagementDocument } from '../models/engagements.ts';
import { isDuplicateKey, rows } from '../mongo/connection.ts';
import { noteByType } from './contact-changes.ts';

/** Ledger rows of an account. */
type Range = Pick<EngagementDocument, 'first' | 'last' | 'ids'>;

/** Entries, or batches, of one write: some ten thousand contacts at most. */
const AT_ONCE = 20;

/**
 * A rule of the account asks for engagement: from now on engagement is written to contacts, and what the ledger held before
 * will be. Call it before the rule is stored. Answers whether this is the first such rule of the account.
 */
export async function askForEngagement(userId: number): Promise<boolean> {
  try {
    const asked = await rows(EngagementAccount).updateOne(
      { _id: userId },
      { $setOnInsert: { walked_to: 0, walked: false } },
      { upsert: true },
    );
    return asked.upsertedCount === 1;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Notes ledger rows that were sent, opened or clicked; call it after that. Before a rule asks for engagement there is nothing
 * to note: the walk of the ledger will find it. Answers whether `record-engagement` is to be rung. With a session the note is
 * part of its transaction.
 */
export async function noteEngagement(
  userId: number,
  range: Range,
  session?: ClientSession,
): Promise<boolean> {
  const asked = await rows(EngagementAccount).findOne({ _id: userId }, { projection: { _id: 1 } });
  if (!asked) return false;
  const { first, last, ids } = range;
  const _id = new mongoose.Types.ObjectId();
  const entry = { _id, user_id: userId, first, last, ids, created_at: now() };
  await rows(Engagement).insertOne(entry, session ? { session } : {});
  return true;
}

/**
 * Writes to the account's contacts what is noted by now, and what the ledger held before the first rule asked. Several callers
 * at once do the same work with the same result; when a call returns, the work is done. False when `stopped` ended it early.
 */
export async function recordEngagement(userId: number, stopped: () => boolean): Promise<boolean> {
  for (;;) {
    if (stopped()) return false;
    const entries = await rows(Engagement)
      .find({ user_id: userId })
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray();
    await writeDates(userId, entries);
    await rows(Engagement).deleteMany({ _id: { $in: entries.map((entry) => entry._id) } });
    if (entries.length < AT_ONCE) break;
  }
  while (await walkBatches(userId)) if (stopped()) return false;
  return true;
}

/** Walks the next batches of the ledger. False: none is left. */
async function walkBatches(userId: number): Promise<boolean> {
  const asked = await rows(EngagementAccount).findOne({ _id: userId, walked: false });
  if (!asked) return false;
  const batches = await rows(Batch)
    .find({ user_id: userId, ids: null, _id: { $gt: asked.walked_to } })
    .project<Pick<BatchDocument, '_id' | 'first' | 'last' | 'ids'>>({ first: 1, last: 1, ids: 1 })
    .sort({ _id: 1 })
    .limit(AT_ONCE)
    .toArray();
  await writeDates(userId, batches);
  const walked = batches.length < AT_ONCE;
  await rows(EngagementAccount).updateOne(
    { _id: userId, walked_to: asked.walked_to },
    { $set: { walked, walked_to: batches.at(-1)?._id ?? asked.walked_to } },
  );
  return !walked;
}

type Dates = Required<Pick<ContactDocument, 'last_sent_at' | 'last_opened_at' | 'last_clicked_at'>>;
type LedgerRow = Pick<
  DeliveryDocument,
  'contact_id' | 'accepted_at' | 'first_opened_at' | 'last_opened_at' | 'first_clicked_at' | 'last_clicked_at'
>;

/** Moves contacts' dates forward to those of these ledger rows; never back, so that the order of writes does not matter. */
async function writeDates(userId: number, ranges: readonly Range[]): Promise<void> {
  if (ranges.length === 0) return;
  const found = await rows(Delivery)
    .find({
      $or: ranges.map(({ first, last, ids }) => ({ _id: ids ? { $in: ids } : { $gte: first, $lte: last } })),
      user_id: userId,
      contact_id: { $ne: null },
    })
    .project<LedgerRow>({
      _id: 0,
      contact_id: 1,
      accepted_at: 1,
      first_opened_at: 1,
      last_opened_at: 1,
      first_clicked_at: 1,
      last_clicked_at: 1,
    })
    .toArray();
  const dates = new Map<number, Partial<Dates>>();
  for (const row of found) {
    const latest = dates.get(row.contact_id!) ?? {};
    dates.set(row.contact_id!, latest);
    later(latest, 'last_sent_at', row.accepted_at);
    later(latest, 'last_opened_at', row.last_opened_at ?? row.first_opened_at);
    later(latest, 'last_clicked_at', row.last_clicked_at ?? row.first_clicked_at);
  }
  const writes = [...dates].flatMap(([_id, latest]): AnyBulkWriteOperation<ContactDocument>[] =>
    Object.keys(latest).length === 0
      ? []
      : [{ updateOne: { filter: { _id, user_id: userId, deleted_at: null }, update: { $max: latest } } }],
  );
  if (writes.length === 0) return;
  await rows(Contact).bulkWrite(writes, { ordered: false });
  await noteByType(userId, [...dates.keys()]);
}

function later(latest: Partial<Dates>, name: keyof Dates, at: Date | undefined): void {
  const known = latest[name];
  if (at && (!known || known < at)) latest[name] = at;
}
