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
import { type BulkWrite, updating } from '../store/collection.ts';
import { isDuplicateKey } from '../store/connection.ts';
import { noteByType } from './contact-changes.ts';

type EngagementRange = Pick<EngagementDocument, 'first' | 'last' | 'ids'>;

/** Entries, or batches, of one write: some ten thousand contacts at most. */
const AT_ONCE = 20;

/**
 * It may turn out to be a machine's, and contacts' dates only move forward. Longer than labels change, plus the fetch's way to the store.
 */
export const QUIET_MS = SETTLED_MS + 5000;

/** Call it before a rule is stored: a walk then adds the existing ledger. Returns whether it is the account's first such rule. */
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

/** Call it after rows were sent. Before the first rule nothing is noted: the walk finds it. Returns whether to ring `record-engagement`. */
export async function noteEngagement(
  userId: number,
  range: EngagementRange,
  session?: ClientSession,
): Promise<boolean> {
  if (!(await isAsked(userId))) return false;
  const at = now();
  await Engagement.of(userId).insertOne(entryOf(userId, range, at, at), session ? { session } : {});
  return true;
}

/** The same for openings and clicks, which contacts get after {@link QUIET_MS}. */
export async function noteOpenings(userId: number, range: EngagementRange): Promise<void> {
  if (await isAsked(userId)) await noteLater(userId, range);
}

const isAsked = async (userId: number): Promise<boolean> =>
  (await EngagementAccount.findOne({ _id: userId }, { projection: { _id: 1 } })) !== null;

async function noteLater(userId: number, range: EngagementRange): Promise<void> {
  const at = now();
  await Engagement.of(userId).insertOne(entryOf(userId, range, at, new Date(at.getTime() + QUIET_MS)));
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

/** Writes due engagement, and the ledger's earlier one. Concurrent callers do the same work. Returns false when `stopped` ended it. */
export async function recordEngagement(userId: number, stopped: () => boolean): Promise<boolean> {
  const noted = Engagement.of(userId);
  for (;;) {
    if (stopped()) return false;
    const entries = await noted.find(dueEntries(now())).sort({ _id: 1 }).limit(AT_ONCE).toArray();
    await writeDates(userId, entries);
    await noted.deleteMany({ _id: { $in: entries.map((entry) => entry._id) } });
    if (entries.length < AT_ONCE) break;
  }
  while (await walkBatches(userId)) if (stopped()) return false;
  return true;
}

async function walkBatches(userId: number): Promise<boolean> {
  const asked = await EngagementAccount.findOne({ _id: userId, walked: false });
  if (!asked) return false;
  const batches = await Batch.of(userId)
    .find({ ids: null, _id: { $gt: asked.walked_to } })
    .project<Pick<BatchDocument, '_id' | 'first' | 'last' | 'ids'>>({ first: 1, last: 1, ids: 1 })
    .sort({ _id: 1 })
    .limit(AT_ONCE)
    .toArray();
  const unsettled = await writeDates(userId, batches);
  // Openings from before the first rule have no notes.
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
const LEDGER_FIELDS = {
  contact_id: 1,
  accepted_at: 1,
  first_opened_at: 1,
  last_opened_at: 1,
  first_clicked_at: 1,
  last_clicked_at: 1,
} as const;
type LedgerRow = Pick<DeliveryDocument, '_id' | keyof typeof LEDGER_FIELDS>;

/**
 * Moves contacts' dates forward to those of these ledger rows; never back, so that the order of writes does not matter. Returns, ascending,
 * the rows with an opening or click that may still turn out to be a machine's: their contacts do not get it yet.
 */
async function writeDates(userId: number, ranges: readonly EngagementRange[]): Promise<number[]> {
  if (ranges.length === 0) return [];
  const settled = new Date(now().getTime() - QUIET_MS);
  const found = await Delivery.of(userId)
    .find({
      $or: ranges.map(({ first, last, ids }) => ({ _id: ids ? { $in: ids } : { $gte: first, $lte: last } })),
      contact_id: { $ne: null },
    })
    .project<LedgerRow>(LEDGER_FIELDS)
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
    Object.keys(latest).length === 0 ? [] : [updating({ _id, deleted_at: null }, { $max: latest })],
  );
  if (writes.length > 0) {
    await Contact.of(userId).bulkWrite(writes, { ordered: false });
    await noteByType(userId, [...dates.keys()]);
  }
  return unsettled.sort((one, other) => one - other);
}

function later(latest: Partial<Dates>, name: keyof Dates, at: Date | undefined): void {
  const known = latest[name];
  if (at && (!known || known < at)) latest[name] = at;
}
