import {
  addDetails,
  DETAIL_FIELDS,
  type DetailRow,
  DOMAINS_KEPT,
  detailsOfRows,
  type MailDetails,
  noDetails,
  QUARTERS_OF_DAY,
  quarterOf,
  readDetails,
} from '../domain/mail-details.ts';
import { dayAfter, lastOfMonth } from '../domain/segment-days.ts';
import type { BatchDocument } from '../models/batches.ts';
import { Delivery } from '../models/deliveries.ts';
import { DetailSum, daySum, domainSum, mailingSum } from '../models/detail-sums.ts';

/** More than any batch has. */
const ROWS = 1000;

/** Some 2 ms for 500 rows. */
export async function countDetailsOf({
  user_id,
  mailing,
  first,
  last,
}: Pick<BatchDocument, 'user_id' | 'mailing' | 'first' | 'last'>): Promise<MailDetails> {
  const found = await Delivery.of(user_id)
    .find({ _id: { $gte: first, $lte: last }, mailing })
    .project<DetailRow>(DETAIL_FIELDS)
    .hint({ _id: 1 })
    .batchSize(ROWS)
    .toArray();
  return detailsOfRows(found);
}

/** As last counted; null: no outcome yet. */
export async function detailsOfMailing(userId: number, mailing: string): Promise<MailDetails | null> {
  const sum = await DetailSum.of(userId).findOne({ _id: mailingSum(mailing) });
  return sum && readDetails(sum.details);
}

/** Includes `from`, excludes `to`: midnights of a time zone, so both are multiples of a quarter of an hour. */
interface DetailsPeriod {
  readonly from: Date;
  readonly to: Date;
}

export async function timesOfAccount(
  userId: number,
  { from, to }: DetailsPeriod,
): Promise<MailDetails['times']> {
  const [first, end] = [quarterOf(from), quarterOf(to)];
  const dayOf = (quarter: number): string => daySum(userId, Math.floor(quarter / QUARTERS_OF_DAY));
  const times: MailDetails['times'] = new Map();
  const days = DetailSum.of(userId).find({ _id: { $gte: dayOf(first), $lte: dayOf(end) } });
  for await (const { details } of days) {
    for (const [quarter, counts] of readDetails(details).times)
      if (quarter >= first && quarter < end) times.set(quarter, counts);
  }
  return times;
}

/** Outcomes by recipient domain, of an account's batches created between two days (UTC). */
export async function domainsOfAccount(
  userId: number,
  first: string,
  last: string,
): Promise<MailDetails['domains']> {
  const sum = noDetails();
  const ids = monthsAndDays(first, last).map((period) => domainSum(userId, period));
  for await (const { details } of DetailSum.of(userId).find({ _id: { $in: ids } }))
    addDetails(sum, readDetails(details), 1, DOMAINS_KEPT);
  return sum.domains;
}

/** The whole months within these days, and the other days. */
function monthsAndDays(first: string, last: string): string[] {
  const periods: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) {
    const end = lastOfMonth(day);
    if (day.endsWith('-01') && end <= last) {
      periods.push(day.slice(0, -'-01'.length));
      day = end;
    } else periods.push(day);
  }
  return periods;
}
