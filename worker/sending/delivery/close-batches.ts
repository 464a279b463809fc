import { now } from '../../../common/clock.ts';
import { finalAt, settledFrom } from '../../../common/domain/marks.ts';
import { Batch, type BatchDocument } from '../../../common/models/batches.ts';
import type { Figures } from '../../../common/models/figures.ts';
import type { Expression } from '../../../common/store/collection.ts';
import { untilBack } from '../ledger/until-back.ts';
import { type HeldBatch, heldTogether } from './lease-batches.ts';

const AGAIN_MS = 1000;

/** Closes a batch. `figures`: of all its rows, or null to have them counted. Returns false if the lease was lost; the next holder reads the rest. */
export const closeBatch = (batch: HeldBatch, figures: Figures | null): Promise<boolean> =>
  untilBack(() =>
    batch.found.ids === null
      ? batch.lease.releaseBy(closing(figures))
      : batch.lease.release({ state: 'done', intent: 0 }),
  );

function closing(figures: Figures | null) {
  const at = now();
  const known = (value: Expression, otherwise: Expression): Expression =>
    figures ? { $cond: [{ $eq: ['$lease_marked', true] }, value, otherwise] } : otherwise;
  const final = finalAt(at);
  return {
    state: 'done',
    intent: 0,
    figures: known({ $literal: figures }, '$figures'),
    dirty_at: known(final.dirty_at, at),
    counted_at: known(final.counted_at, null),
    details_dirty_at: at,
    details_due_at: settledFrom(at),
    lease_marked: known(true, false),
  };
}

/** Closes ranges that have the same figures by one write. Returns their ids, without those whose lease was lost. */
export async function closeBatches(held: readonly HeldBatch[], figures: Figures): Promise<readonly number[]> {
  for (const { lease } of held) lease.end();
  const ids = held.map(({ found }) => found._id);
  const batches = Batch.among(held.map(({ found }) => found.user_id));
  // If the answer to the first try was lost, the second one changes no batch, so read which are done.
  const closed = await untilBack(() =>
    batches.updateMany(heldTogether(held), [{ $set: { lease_token: null, ...closing(figures) } }]),
  );
  if (closed.modifiedCount === ids.length) return ids;
  return untilBack(() => batches.distinct('_id', { _id: { $in: ids }, state: 'done', lease_token: null }));
}

/** Puts a batch back after all its outcomes are written: a row without an outcome was not handed over. `delay` in milliseconds. */
export const releaseBatch = (batch: HeldBatch, delay = 0): Promise<boolean> =>
  giveUp(batch, delay, { intent: 0 });

/** Puts a batch back unchanged, because none of its rows was handed over. `delay` in milliseconds. */
export const putBack = (batch: HeldBatch, delay = 0): Promise<boolean> =>
  giveUp(batch, delay, { lease_token: batch.found.lease_token, intent: batch.found.intent });

/** Runs queries before the first hand-over. If one fails, the batch goes back unchanged, with the rows that an earlier holder left in doubt. */
export async function asFound<Result>(batch: HeldBatch, question: () => Promise<Result>): Promise<Result> {
  try {
    return await question();
  } catch (error) {
    await putBack(batch, AGAIN_MS);
    throw error;
  }
}

const giveUp = ({ lease }: HeldBatch, delay: number, change: Partial<BatchDocument>): Promise<boolean> =>
  untilBack(() => lease.release({ ...change, free_at: new Date(now().getTime() + delay) }));
