import type { ClientSession } from 'mongodb';
import mongoose from 'mongoose';
import { now } from '../clock.ts';
import { SETTLED_MS } from '../domain/fetch-labels.ts';
import { Batch, type BatchDocument } from '../models/batches.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { Delivery, type DeliveryDocument } from '../models/deliveries.ts';
import { EngagementAccount } from '../models/engagement-accounts.ts';
import { Engagement, type EngagementDocument } from '../models/engagements.ts';
import { dueEntries } from '../queries/engagement-dates.ts';
import type { BulkWrite } from '../store/collection.ts';
import { isDuplicateKey } from '../store/connection.ts';
import { noteByType } from './contact-changes.ts';

/** Ledger rows of an account. */
type EngagementRange = Pick<EngagementDocument, 'first' | 'last' | 'ids'>;

/** Entries, or batches, of one write: some ten thousand contacts at most. */
const AT_ONCE = 20;

/**
 * Milliseconds for which contacts are not told of an opening or click: meanwhile it may turn out to be a machine's, and dates of contacts
 * only move forward. Longer than labels change, by the time that a fetch takes to the store.
 */
export const QUIET_MS = SETTLED_MS + 5000;

/**
 * A rule of the account asks for engagement: from now on engagement is written to contacts, and what the ledger held before
 * will be. Call it before the rule is stored. Answers whether this is the first such rule of the account.
 */
export async function askForEngagement(userId: number): Promise<boolean> {
  try {
    const asked = await EngagementAccount.updateOne(
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
 * Notes ledger rows that were sent; call it after that. Before a rule asks for engagement there is nothing to note: the walk of the ledger will
 * find it. Answers whether `record-engagement` is to be rung. With a session the note is part of its transaction.
 */
export async function noteEngagement(
  userId: number,
  range: EngagementRange,
  session?: ClientSession,
): Promise<boolean> {
  if (!(await isAsked(userId))) return false;
  const at = now();
  await Engagement.insertOne(entryOf(userId, range, at, at), session ? { session } : {});
  return true;
}

/** The same for rows that were opened or clicked. Contacts are told after {@link QUIET_MS}. */
export async function noteOpenings(userId: number, range: EngagementRange): Promise<void> {
  if (await isAsked(userId)) await noteLater(userId, range);
}

const isAsked = async (userId: number): Promise<boolean> =>
  (await EngagementAccount.findOne({ _id: userId }, { projection: { _id: 1 } })) !== null;

async function noteLater(userId: number, range: EngagementRange): Promise<void> {
  const at = now();
  await Engagement.insertOne(entryOf(userId, range, at, new Date(at.getTime() + QUIET_MS)));
}

const entryOf = (
  user_id: number,
  { first, last, ids }: EngagementRange,
  created_at: Date,
  due_at: Date,
): EngagementDocument => ({
  _id: new mongoose.Types.ObjectId(),
  user_id,
  first,
  last,
  ids,
  due_at,
  created_at,
});

/**
 * Writes to the account's contacts what is due by now, and what the ledger held before the first rule asked. Several callers
 * at once do the same work with the same result; when a call returns, the work is done. False when `stopped` ended it early.
 */
export async function recordEngagement(userId: number, stopped: () => boolean): Promise<boolean> {
  for (;;) {
    if (stopped()) return false;
    const entries = await Engagement.find({ user_id: userId, ...dueEntries(now()) })
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray();
    await writeDates(userId, entries);
    await Engagement.deleteMany({ _id: { $in: entries.map((entry) => entry._id) } });
    if (entries.length < AT_ONCE) break;
  }
  while (await walkBatches(userId)) if (stopped()) return false;
  return true;
}

/** Walks the next batches of the ledger. False: none is left. */
async function walkBatches(userId: number): Promise<boolean> {
  const asked = await EngagementAccount.findOne({ _id: userId, walked: false });
  if (!asked) return false;
  const batches = await Batch.find({ user_id: userId, ids: null, _id: { $gt: asked.walked_to } })
    .project<Pick<BatchDocument, '_id' | 'first' | 'last' | 'ids'>>({ first: 1, last: 1, ids: 1 })
    .sort({ _id: 1 })
    .limit(AT_ONCE)
    .toArray();
  const unsettled = await writeDates(userId, batches);
  // Nothing was noted of openings from before the first rule asked.
  if (unsettled.length > 0)
    await noteLater(userId, { first: unsettled[0]!, last: unsettled.at(-1)!, ids: unsettled });
  const walked = batches.length < AT_ONCE;
  await EngagementAccount.updateOne(
    { _id: userId, walked_to: asked.walked_to },
    { $set: { walked, walked_to: batches.at(-1)?._id ?? asked.walked_to } },
  );
  return !walked;
}

type Dates = Required<Pick<ContactDocument, 'last_sent_at' | 'last_opened_at' | 'last_clicked_at'>>;
type LedgerRow = Pick<
  DeliveryDocument,
  | '_id'
  | 'contact_id'
  | 'accepted_at'
  | 'first_opened_at'
  | 'last_opened_at'
  | 'first_clicked_at'
  | 'last_clicked_at'
>;

/**
 * Moves contacts' dates forward to those of these ledger rows; never back, so that the order of writes does not matter. Answers the rows with an
 * opening or click that may still turn out to be a machine's, in ascending order: their contacts are not told of it yet.
 */
async function writeDates(userId: number, ranges: readonly EngagementRange[]): Promise<number[]> {
  if (ranges.length === 0) return [];
  const settled = new Date(now().getTime() - QUIET_MS);
  const found = await Delivery.find({
    $or: ranges.map(({ first, last, ids }) => ({ _id: ids ? { $in: ids } : { $gte: first, $lte: last } })),
    user_id: userId,
    contact_id: { $ne: null },
  })
    .project<LedgerRow>({
      _id: 1,
      contact_id: 1,
      accepted_at: 1,
      first_opened_at: 1,
      last_opened_at: 1,
      first_clicked_at: 1,
      last_clicked_at: 1,
    })
    .toArray();
  const dates = new Map<number, Partial<Dates>>();
  const unsettled: number[] = [];
  for (const row of found) {
    const latest = dates.get(row.contact_id!) ?? {};
    dates.set(row.contact_id!, latest);
    const opened = [row.first_opened_at, row.last_opened_at];
    const clicked = [row.first_clicked_at, row.last_clicked_at];
    later(latest, 'last_sent_at', row.accepted_at);
    for (const at of opened) if (at && at <= settled) later(latest, 'last_opened_at', at);
    for (const at of clicked) if (at && at <= settled) later(latest, 'last_clicked_at', at);
    if ([...opened, ...clicked].some((at) => at && at > settled)) unsettled.push(row._id);
  }
  const writes = [...dates].flatMap(([_id, latest]): BulkWrite<ContactDocument>[] =>
    Object.keys(latest).length === 0
      ? []
      : [{ updateOne: { filter: { _id, user_id: userId, deleted_at: null }, update: { $max: latest } } }],
  );
  if (writes.length > 0) {
    await Contact.bulkWrite(writes, { ordered: false });
    await noteByType(userId, [...dates.keys()]);
  }
  return unsettled.sort((one, other) => one - other);
}

function later(latest: Partial<Dates>, name: keyof Dates, at: Date | undefined): void {
  const known = latest[name];
  if (at && (!known || known < at)) latest[name] = at;
}
