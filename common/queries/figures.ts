import type { AnyBulkWriteOperation, Filter } from 'mongodb';
import { now } from '../clock.ts';
import { Batch, type BatchDocument } from '../models/batches.ts';
import { Delivery } from '../models/deliveries.ts';
import { type Figures, NO_FIGURES } from '../models/figures.ts';
import { Mailing } from '../models/mailings.ts';
import { rows } from '../mongo.ts';
import { together } from '../together.ts';
import { isSettled, mustCount, settledFrom, unmarked, willStand } from './marks.ts';

/** Batches whose rows lie side by side are counted in one go, up to this many … */
const RUN = 20;
/** … and no further apart than this, in ids: what lies between is read too. */
const GAP = 600;

/** To be called *before* rows of these batches change: whoever shows figures counts them again. */
export async function markDirty(batchIds: readonly number[]): Promise<void> {
  const at = now();
  await rows(Batch).updateMany(
    // Of one that is retired the rows are going, or gone: what it counted stands.
    { _id: { $in: [...batchIds] }, retired: { $exists: false }, ...unmarked('dirty_at', at) },
    { $set: { dirty_at: at } },
  );
}

/** Has a mailing counted anew, whole: its figures do not fit its rows. */
export async function markAllDirty(mailing: string): Promise<void> {
  await rows(Batch).updateMany(
    { mailing, ids: null, retired: { $exists: false } },
    { $set: { dirty_at: now() } },
  );
}

const sumOf = (condition: object): object => ({ $sum: { $cond: [condition, 1, 0] } });
const isState = (state: string): object => ({ $eq: ['$state', state] });
const count = (field: string): object => ({ $ifNull: [`$${field}`, 0] });
const present = (field: string): object => ({ $gt: [`$${field}`, null] });

/** One group of ledger rows as {@link Figures}. */
const GROUP: Record<keyof Figures, object> = {
  pending: sumOf(isState('pending')),
  deferred: sumOf(isState('deferred')),
  accepted: sumOf(isState('accepted')),
  bounced: sumOf(isState('bounced')),
  skipped: sumOf(isState('skipped')),
  in_doubt: sumOf(isState('in_doubt')),
  // What was deferred and then left out was not sent: triggered = delivered + bounces + in doubt, at rest.
  triggered: sumOf({
    $or: [
      { $in: ['$state', ['accepted', 'bounced', 'in_doubt']] },
      { $and: [{ $ne: ['$state', 'skipped'] }, { $gt: [count('attempts'), 0] }] },
    ],
  }),
  doubted: sumOf({ $eq: ['$doubted', true] }),
  unique_opens: sumOf({ $gt: [count('opens'), 0] }),
  total_opens: { $sum: count('opens') },
  unique_clicks: sumOf({ $gt: [count('clicks'), 0] }),
  total_clicks: { $sum: count('clicks') },
  unsubscribes: sumOf(present('unsubscribed_at')),
};

/** Counts what changed since it was last counted, from the ledger's rows, and answers the mailing's figures. */
export const refreshFigures = together(
  (mailing: string) => mailing,
  (mailing) => refresh(mailing, false),
);

/** The same of every batch that is marked, also where a count stands, and stores them: for who goes by them. */
export const countFigures = (mailing: string): Promise<Figures> => refresh(mailing, true);

type Dirty = Pick<BatchDocument, '_id' | 'first' | 'last' | 'counted_at'> & { dirty_at: Date };

async function refresh(mailing: string, whole: boolean): Promise<Figures> {
  const at = now();
  const dirty = await rows(Batch)
    .find({ mailing, dirty_at: { $type: 'date' }, ids: null })
    .project<Dirty>({ first: 1, last: 1, dirty_at: 1, counted_at: 1 })
    .sort({ first: 1 })
    .hint({ mailing: 1, dirty_at: 1 })
    .toArray();
  const isDue = (batch: Dirty): boolean => whole || mustCount(batch, at);
  const due = dirty.filter(isDue);
  const counted = new Map<number, Figures>();
  for (const run of runsOf(due)) {
    for (const [batch, figures] of await countRun(mailing, run)) counted.set(batch, figures);
  }
  const figuresOf = ({ _id }: Dirty): Figures => counted.get(_id) ?? NO_FIGURES;
  const stays = (batch: Dirty): boolean => whole || willStand(batch, at);
  const standing = due.filter(stays);
  await updateEach(
    standing,
    // Whoever stored a count since it was read may know more.
    (batch) => ({ counted_at: batch.counted_at ?? null }),
    (batch) => ({ figures: { ...figuresOf(batch) }, counted_at: at }),
  );
  const passing = due.filter((batch) => !stays(batch));
  const figures = added(
    await sumBatches(
      mailing,
      passing.map((batch) => batch._id),
    ),
    ...passing.map(figuresOf),
  );
  const settled = dirty.filter((batch) => isSettled(batch.dirty_at, isDue(batch) ? at : batch.counted_at));
  // Before the marks go: from then on these are believed.
  if (whole || settled.length > 0) await rows(Mailing).updateOne({ _id: mailing }, { $set: { figures } });
  await updateEach(
    settled,
    // Not by a count that is older than ours, which was stored before it.
    (batch) => ({ counted_at: { $gte: settledFrom(batch.dirty_at) } }),
    () => ({ dirty_at: null }),
  );
  return figures;
}

/** Marked anew since it was read: somebody else counts it, or we do the next time. */
async function updateEach(
  batches: readonly Dirty[],
  filter: (batch: Dirty) => Filter<BatchDocument>,
  change: (batch: Dirty) => Partial<BatchDocument>,
): Promise<void> {
  if (batches.length === 0) return;
  await rows(Batch).bulkWrite(
    batches.map(
      (batch): AnyBulkWriteOperation<BatchDocument> => ({
        updateOne: {
          filter: { _id: batch._id, dirty_at: batch.dirty_at, ...filter(batch) },
          update: { $set: change(batch) },
        },
      }),
    ),
    { ordered: false },
  );
}

function runsOf(batches: readonly Dirty[]): Dirty[][] {
  const runs: Dirty[][] = [];
  for (const batch of batches) {
    const run = runs.at(-1);
    if (run && run.length < RUN && batch.first - run.at(-1)!.last <= GAP) run.push(batch);
    else runs.push([batch]);
  }
  return runs;
}

/** Counts batches that lie side by side, by batch. */
async function countRun(mailing: string, batches: readonly Dirty[]): Promise<[number, Figures][]> {
  const counted = await rows(Delivery)
    .aggregate<Figures & { _id: number }>(
      [
        { $match: { _id: { $gte: batches[0]!.first, $lte: batches.at(-1)!.last }, mailing } },
        { $group: { _id: '$batch', ...GROUP } },
      ],
      // Where a mailing is small, the planner may learn to walk all of it.
      { hint: { _id: 1 } },
    )
    .toArray();
  return counted.map(({ _id, ...figures }) => [_id, figures]);
}

const NAMES = Object.keys(NO_FIGURES) as (keyof Figures)[];

/** What a mailing's batches counted, but for these. */
async function sumBatches(mailing: string, without: readonly number[]): Promise<Figures> {
  const [sum] = await rows(Batch)
    .aggregate<Figures & { _id: null }>([
      { $match: { mailing, ids: null, ...(without.length > 0 && { _id: { $nin: [...without] } }) } },
      {
        $group: {
          _id: null,
          ...Object.fromEntries(NAMES.map((name) => [name, { $sum: `$figures.${name}` }])),
        },
      },
    ])
    .toArray();
  return added(sum ?? NO_FIGURES);
}

/** Sums figures up, and has nothing beside them. */
export const added = (...all: readonly Figures[]): Figures =>
  Object.fromEntries(
    NAMES.map((name) => [name, all.reduce((sum, figures) => sum + figures[name], 0)]),
  ) as unknown as Figures;

/** The mailings among these whose stored figures are older than their rows. */
export async function staleMailings(mailings: readonly string[]): Promise<string[]> {
  return rows(Batch).distinct('mailing', { mailing: { $in: [...mailings] }, dirty_at: { $type: 'date' } });
}
