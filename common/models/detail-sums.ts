import { collection, model } from '../store/collection.ts';

/** Changes in one transaction with the details of a batch, so that the sum is always exact (decision 002). */
interface DetailSumDocument {
  /** A key by {@link mailingSum}, {@link daySum} or {@link domainSum}. */
  _id: string;
  user_id: number;
  /** See `writeDetails`. */
  details: string;
}

export const mailingSum = (mailing: string): string => `mailing ${mailing}`;

/** Numbers of equal length sort as texts do. */
const padded = (number: number): string => String(number).padStart(8, '0');

/** The times of all events of an account on one day (UTC, counted from 1970). */
export const daySum = (userId: number, day: number): string => `day ${userId} ${padded(day)}`;

/** By recipient domain, of an account's batches created in one day (UTC, `YYYY-MM-DD`) or month (`YYYY-MM`). */
export const domainSum = (userId: number, period: string): string => `domains ${userId} ${period}`;

const schema = collection<DetailSumDocument>('detail_sums');

export const DetailSum = model<DetailSumDocument>('DetailSum', schema);
