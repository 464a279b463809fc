import { GONE } from '../domain/reply-classes.ts';
import type { UnsubscribeReason } from '../domain/unsubscribe-reasons.ts';
import { Batch, type BatchDocument } from '../models/batches.ts';
import { Delivery } from '../models/deliveries.ts';
import { type Figures, NO_FIGURES } from '../models/figures.ts';

const sumOf = (condition: object): object => ({ $sum: { $cond: [condition, 1, 0] } });
const isState = (state: string): object => ({ $eq: ['$state', state] });
const isReason = (reason: UnsubscribeReason): object => ({ $eq: ['$unsubscribe_reason', reason] });
const count = (field: string): object => ({ $ifNull: [`$${field}`, 0] });
const present = (field: string): object => ({ $gt: [`$${field}`, null] });

const GROUP: Record<keyof Figures, object> = {
  pending: sumOf(isState('pending')),
  deferred: sumOf(isState('deferred')),
  accepted: sumOf(isState('accepted')),
  bounced: sumOf(isState('bounced')),
  skipped: sumOf(isState('skipped')),
  in_doubt: sumOf(isState('in_doubt')),
  // A row deferred and then skipped was not sent: in the end, triggered = delivered + bounces + in doubt.
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
  machine_opens: { $sum: count('machine_opens') },
  machine_clicks: { $sum: count('machine_clicks') },
  unsubscribes: sumOf(present('unsubscribed_at')),
  reason_too_many: sumOf(isReason('too_many')),
  reason_not_relevant: sumOf(isReason('not_relevant')),
  reason_not_interested: sumOf(isReason('not_interested')),
  reason_never_signed_up: sumOf(isReason('never_signed_up')),
  reason_other: sumOf(isReason('other')),
  gone: sumOf({ $and: [isState('bounced'), { $in: ['$class', [...GONE]] }] }),
  complaints: sumOf(present('complained_at')),
};

/** Adjacent batches are counted in one query, up to this many … */
const RUN = 20;
/** … with a gap of at most this many ids, which are read too. */
const GAP = 600;

type BatchIds = Pick<BatchDocument, '_id' | 'first' | 'last'>;

/** Counts figures from the ledger, by batch, for batches of a mailing sorted by `first`. Batches without rows are absent. */
export async function countBatches(
  userId: number,
  mailing: string,
  batches: readonly BatchIds[],
): Promise<Map<number, Figures>> {
  const counted = new Map<number, Figures>();
  for (const run of runsOf(batches)) {
    for (const [batch, figures] of await countRun(userId, mailing, run)) counted.set(batch, figures);
  }
  return counted;
}

function runsOf(batches: readonly BatchIds[]): BatchIds[][] {
  const runs: BatchIds[][] = [];
  for (const batch of batches) {
    const run = runs.at(-1);
    if (run && run.length < RUN && batch.first - run.at(-1)!.last <= GAP) run.push(batch);
    else runs.push([batch]);
  }
  return runs;
}

async function countRun(
  userId: number,
  mailing: string,
  batches: readonly BatchIds[],
): Promise<[number, Figures][]> {
  const counted = await Delivery.of(userId)
    .aggregate<Figures & { _id: number }>(
      [
        { $match: { _id: { $gte: batches[0]!.first, $lte: batches.at(-1)!.last }, mailing } },
        { $group: { _id: '$batch', ...GROUP } },
      ],
      // For a small mailing, the planner might choose to scan all of it.
      { hint: { _id: 1 } },
    )
    .toArray();
  return counted.map(({ _id, ...figures }) => [_id, figures]);
}

const NAMES = Object.keys(NO_FIGURES) as (keyof Figures)[];

export async function sumBatches(
  userId: number,
  mailing: string,
  without: readonly number[],
): Promise<Figures> {
  const [sum] = await Batch.of(userId)
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
  return sumOfFigures(sum ?? NO_FIGURES);
}

export const sumOfFigures = (...all: readonly Figures[]): Figures =>
  Object.fromEntries(
    NAMES.map((name) => [name, all.reduce((sum, figures) => sum + (figures[name] ?? 0), 0)]),
  ) as unknown as Figures;

/** The ones whose stored figures are older than their rows. */
export async function staleMailings(userId: number, mailings: readonly string[]): Promise<string[]> {
  return Batch.of(userId).distinct('mailing', {
    mailing: { $in: [...mailings] },
    dirty_at: { $type: 'date' },
  });
}
