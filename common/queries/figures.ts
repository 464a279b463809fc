import type { AnyBulkWriteOperation } from 'mongodb';
import { now } from '../clock.ts';
import { Batch, type BatchDocument } from '../models/batches.ts';
import { Delivery } from '../models/deliveries.ts';
import { type Figures, NO_FIGURES } from '../models/figures.ts';
import { Mailing } from '../models/mailings.ts';
import { rows } from '../mongo.ts';

/**
 * A mark this fresh may belong to a change of rows that is still on its way: the batch is counted, and stays marked.
 * No write takes as long: the driver gives up before.
 */
const SETTLED_MS = 10_000;

/** Batches whose rows lie side by side are counted in one go, up to this many … */
const RUN = 20;
/** … and no further apart than this, in ids: what lies between is read too. */
const GAP = 600;

/** To be called *before* rows of these batches change: whoever shows figures counts them again. */
export async function markDirty(batchIds: readonly number[]): Promise<void> {
  const at = now();
  await rows(Batch).updateMany(
    // A mark of the last two seconds still stands for long enough; leaving it saves most writes of a busy batch.
    {
      _id: { $in: [...batchIds] },
      // Its rows are going, or gone: what it counted stands.
      retired: { $exists: false },
      $or: [{ dirty_at: null }, { dirty_at: { $lt: new Date(at.getTime() - 2000) } }],
    },
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

/** Counts what changed since it was last counted, from the ledger's rows, and answers the mailing's exact figures. */
export async function refreshFigures(mailing: string): Promise<Figures> {
  const dirty = await rows(Batch)
    .find({ mailing, dirty_at: { $type: 'date' }, ids: null })
    .project<Dirty>({ first: 1, last: 1, dirty_at: 1 })
    .sort({ first: 1 })
    .hint({ mailing: 1, dirty_at: 1 })
    .toArray();
  for (const run of runsOf(dirty)) await recount(mailing, run);
  const figures = await sumBatches(mailing);
  await rows(Mailing).updateOne({ _id: mailing }, { $set: { figures } });
  return figures;
}

type Dirty = Pick<BatchDocument, '_id' | 'first' | 'last' | 'dirty_at'>;

function runsOf(batches: readonly Dirty[]): Dirty[][] {
  const runs: Dirty[][] = [];
  for (const batch of batches) {
    const run = runs.at(-1);
    if (run && run.length < RUN && batch.first - run.at(-1)!.last <= GAP) run.push(batch);
    else runs.push([batch]);
  }
  return runs;
}

async function recount(mailing: string, batches: readonly Dirty[]): Promise<void> {
  const settled = now().getTime() - SETTLED_MS;
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
  const byBatch = new Map(counted.map(({ _id, ...figures }) => [_id, figures]));
  await rows(Batch).bulkWrite(
    batches.map(
      (batch): AnyBulkWriteOperation<BatchDocument> => ({
        updateOne: {
          // Marked anew since it was read: somebody else counts it, or we do the next time.
          filter: { _id: batch._id, dirty_at: batch.dirty_at },
          update: {
            $set: {
              figures: byBatch.get(batch._id) ?? { ...NO_FIGURES },
              ...(batch.dirty_at!.getTime() < settled && { dirty_at: null }),
            },
          },
        },
      }),
    ),
    { ordered: false },
  );
}

async function sumBatches(mailing: string): Promise<Figures> {
  const names = Object.keys(NO_FIGURES) as (keyof Figures)[];
  const [sum] = await rows(Batch)
    .aggregate<Figures & { _id: null }>([
      { $match: { mailing, ids: null } },
      {
        $group: {
          _id: null,
          ...Object.fromEntries(names.map((name) => [name, { $sum: `$figures.${name}` }])),
        },
      },
    ])
    .toArray();
  return Object.fromEntries(names.map((name) => [name, sum?.[name] ?? 0])) as unknown as Figures;
}

/** The mailings among these whose stored figures are older than their rows. */
export async function staleMailings(mailings: readonly string[]): Promise<string[]> {
  return rows(Batch).distinct('mailing', { mailing: { $in: [...mailings] }, dirty_at: { $type: 'date' } });
}
