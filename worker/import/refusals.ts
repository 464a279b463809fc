import mongoose from 'mongoose';
import { quotaText } from '../../common/domain/quotas.ts';
import { ImportRefusal } from '../../common/models/import-refusals.ts';
import { DUPLICATE_KEY, rows } from '../../common/mongo.ts';

export interface Refusal {
  readonly line: number;
  readonly reason: string;
  readonly cells: string[];
}

/** Why a row was refused that the account has no room for. */
export const BEYOND_QUOTA = `${quotaText('contacts')}.`;

/** Rows of a former try at a batch that had no room then: they are tried again, and are refused only if they still have none. */
export async function forgetBeyond(importId: number, from: number, to: number): Promise<void> {
  await rows(ImportRefusal).deleteMany({
    _id: { $gte: { import_id: importId, line: from }, $lt: { import_id: importId, line: to } },
    reason: BEYOND_QUOTA,
  });
}

/** Keeps refused rows for the report. One that is there already, from a former try at the batch, is left alone. */
export async function saveRefusals(importId: number, refusals: readonly Refusal[]): Promise<void> {
  if (refusals.length === 0) return;
  try {
    await rows(ImportRefusal).insertMany(
      refusals.map(({ line, reason, cells }) => ({ _id: { import_id: importId, line }, reason, cells })),
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
