import { collection, model } from '../store/collection.ts';

/**
 * Details of many batches added up. A sum changes in the same transaction as the details of a batch, so it always is their sum
 * (decision 020).
 */
export interface DetailSumDocument {
  /** What it is the sum of; see {@link mailingSum}, {@link daySum} and {@link domainSum}. */
  _id: string;
  user_id: number;
  /** See `writeDetails`. */
  details: string;
}

/** All of a mailing. */
export const mailingSum = (mailing: string): string => `mailing ${mailing}`;

/** Numbers of one length sort as texts do. */
const padded = (number: number): string => String(number).padStart(8, '0');

/** When it happened to all mails of an account, of one day of UTC, counted from 1970. */
export const daySum = (userId: number, day: number): string => `day ${userId} ${padded(day)}`;

/** By recipient domain, of an account's batches that were made on one day of UTC (`YYYY-MM-DD`), or in one month of it (`YYYY-MM`). */
export const domainSum = (userId: number, period: string): string => `domains ${userId} ${period}`;

const schema = collection<DetailSumDocument>('detail_sums');

export const DetailSum = model<DetailSumDocument>('DetailSum', schema);
