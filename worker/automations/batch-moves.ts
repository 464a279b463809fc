import { now } from '../../common/clock.ts';
import { Batch, type BatchDocument } from '../../common/models/batches.ts';
import { rows } from '../../common/mongo.ts';

/** What became of rows of these batches is to be passed on, again where it was. */
export async function setMoves(batchIds: readonly number[], handingUntil?: Date): Promise<void> {
  await rows(Batch).updateMany(
    { _id: { $in: [...batchIds] } },
    { $set: { moves: true, ...(handingUntil && { handing_until: handingUntil }) }, $inc: { moves_no: 1 } },
  );
}

/** The next batch of a mailing whose outcomes are to be passed on; null where there is none that may be yet. */
export const nextToMove = (mailing: string): Promise<BatchDocument | null> =>
  rows(Batch).findOne({
    mailing,
    state: 'done',
    moves: true,
    $or: [{ handing_until: null }, { handing_until: { $lte: now() } }],
  });

/** They were passed on, as the batch was read: who set `moves` since has it passed on once more. */
export async function endMoves({ _id, moves_no: number }: BatchDocument): Promise<void> {
  await rows(Batch).updateOne({ _id, state: 'done', moves_no: number ?? null }, { $unset: { moves: '' } });
}
