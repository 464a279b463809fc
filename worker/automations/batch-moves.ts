import { now } from '../../common/clock.ts';
import { Batch, type BatchDocument } from '../../common/models/batches.ts';

/** Marks batches so that the outcomes of their rows are passed on to enrollments, again if need be. */
export async function setMoves(
  account: number,
  batchIds: readonly number[],
  handingUntil?: Date,
): Promise<void> {
  await Batch.of(account).updateMany(
    { _id: { $in: [...batchIds] } },
    { $set: { moves: true, ...(handingUntil && { handing_until: handingUntil }) }, $inc: { moves_no: 1 } },
  );
}

export const nextToMove = (account: number, mailing: string): Promise<BatchDocument | null> =>
  Batch.of(account).findOne({
    mailing,
    state: 'done',
    moves: true,
    $or: [{ handing_until: null }, { handing_until: { $lte: now() } }],
  });

/** Unmarks a batch whose outcomes were passed on, unless `moves` was set again since the batch was read. */
export async function endMoves({ _id, user_id, moves_no: number }: BatchDocument): Promise<void> {
  await Batch.of(user_id).updateOne(
    { _id, state: 'done', moves_no: number ?? null },
    { $unset: { moves: '' } },
  );
}
