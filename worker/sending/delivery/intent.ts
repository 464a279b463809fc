import { type HeldBatch, moveIntent } from './lease-batches.ts';
import type { OpenRow } from './open-rows.ts';

/** The rows at the start of a batch that may be handed over: after a crash only these are in doubt. */
export interface Intent {
  covers(row: number): boolean;
  /** Moves the mark to cover this row and some after it. False: the lease is lost, or the store is away. */
  extend(row: number): Promise<boolean>;
}

/** For `IN_DOUBT=resend`: the lease marked all rows when it was taken. */
export const wholeIntent: Intent = { covers: () => true, extend: async () => true };

/** For `IN_DOUBT=hold`: a person decides about each row in doubt, so only `ahead` rows are marked at a time. */
export function steppingIntent(held: HeldBatch, open: readonly OpenRow[], ahead: number): Intent {
  let covered = 0;
  let moving: Promise<boolean> | undefined;
  const move = async (row: number): Promise<boolean> => {
    const upTo = Math.min(row + ahead, open.length);
    // While MongoDB is away the slice stops. Its outcomes are written later, so no row is in doubt.
    const ours = await moveIntent(held, open[upTo - 1]!._id).catch(() => false);
    if (ours) covered = upTo;
    moving = undefined;
    return ours;
  };
  return {
    covers: (row) => row < covered,
    extend(row) {
      moving ??= move(row);
      return moving;
    },
  };
}
