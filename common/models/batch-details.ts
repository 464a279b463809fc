import { collection, model } from '../store/collection.ts';

/** What became of the mails of one batch in detail, counted from its rows (decision 020). A batch without events has none. */
export interface BatchDetailsDocument {
  /** The batch. */
  _id: number;
  /** When the count was begun. */
  counted_at: Date;
  /** See `writeDetails`. */
  details: string;
}

const schema = collection<BatchDetailsDocument>('batch_details');

export const BatchDetails = model<BatchDetailsDocument>('BatchDetails', schema);
