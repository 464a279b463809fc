import { collection, model } from '../store/collection.ts';

/** Detailed outcomes of one batch, counted from its rows (decision 002). A batch without events has none. */
export interface BatchDetailsDocument {
  _id: number;
  /** See `ownOrOld`. */
  user_id?: number | null;
  counted_at: Date;
  /** See `writeDetails`. */
  details: string;
}

const schema = collection<BatchDetailsDocument>('batch_details');

export const BatchDetails = model<BatchDetailsDocument>('BatchDetails', schema);
