import mongoose from 'mongoose';
import { quotaText } from '../../common/domain/quotas.ts';
import { ImportRefusal } from '../../common/models/import-refusals.ts';
import type { OwnImport } from '../../common/queries/imports.ts';
import { DUPLICATE_KEY } from '../../common/store/connection.ts';
import { ownOrOld } from '../../common/store/own-or-old.ts';
import type { DroppedCell } from './import-rows.ts';

export interface RowRefusal {
  readonly line: number;
  readonly reason: string;
  readonly cells: string[];
  /** The row is imported without these cells. */
  readonly dropped?: readonly DroppedCell[];
}

export const BEYOND_QUOTA = `${quotaText('contacts')}.`;

/** Deletes the refusals that an earlier try at a batch stored for rows beyond the limit, because these rows are tried again. */
export async function forgetBeyond(
  { _id: import_id, user_id }: OwnImport,
  from: number,
  to: number,
): Promise<void> {
  await ImportRefusal.deleteMany({
    ...ownOrOld(user_id),
    _id: { $gte: { import_id, line: from }, $lt: { import_id, line: to } },
    reason: BEYOND_QUOTA,
  });
}

/** Stores rows that were refused or imported in part, for their reports. A row stored by an earlier try at the batch stays as it is. */
export async function saveRefusals(
  { _id: import_id, user_id }: OwnImport,
  refusals: readonly RowRefusal[],
): Promise<void> {
  if (refusals.length === 0) return;
  try {
    await ImportRefusal.insertMany(
      refusals.map(({ line, reason, cells, dropped }) => ({
        _id: { import_id, line },
        user_id,
        reason,
        cells,
        ...(dropped && { dropped: [...dropped] }),
      })),
      { ordered: false },
    );
  } catch (error) {
    const isDouble =
      error instanceof mongoose.mongo.MongoBulkWriteError &&
      !error.result.getWriteConcernError() &&
      [error.writeErrors].flat().every(({ code }) => code === DUPLICATE_KEY);
    if (!isDouble) throw error;
  }
}
