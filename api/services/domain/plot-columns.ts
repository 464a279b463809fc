import { type EventCounts, noEventCounts } from '../../../common/domain/mail-details.ts';
import { byPeriod, type Period } from './periods.ts';

/** Hours that are drawn one by one; what takes longer is drawn by day. */
const MOST_HOURS = 48;
/** Days that are drawn at most: nearly all openings are within a month. */
const MOST_DAYS = 60;
const STEP_MS: Readonly<Record<Period, number>> = { hour: 3600_000, day: 86_400_000 };

/** Hours or days in a row, also those in which nothing happened. */
export interface PlotColumns {
  readonly by: Period;
  readonly columns: readonly { readonly from: Date; readonly counts: EventCounts }[];
  /** Later ones are left out. */
  readonly isCut: boolean;
}

/** The columns of a plot of what happened in the quarters of an hour `times`: by hour where all of it took two days, otherwise by day. */
export function plotColumns(times: ReadonlyMap<number, EventCounts>, timezone: string): PlotColumns {
  const hours = byPeriod(times, 'hour', timezone);
  const spanned = placeOf(hours.at(-1)?.from, hours[0]?.from, 'hour') + 1;
  const by = spanned <= MOST_HOURS ? 'hour' : 'day';
  const found = by === 'hour' ? hours : byPeriod(times, 'day', timezone);
  const first = found[0];
  if (!first) return { by, columns: [], isCut: false };
  const needed = placeOf(found.at(-1)!.from, first.from, by) + 1;
  const length = Math.min(needed, by === 'hour' ? MOST_HOURS : MOST_DAYS);
  const columns = Array.from({ length }, (_, place) => ({
    from: new Date(first.from.getTime() + place * STEP_MS[by]),
    counts: noEventCounts(),
  }));
  // A day has 23 to 25 hours where clocks change, so its place is rounded.
  for (const one of found) {
    const place = placeOf(one.from, first.from, by);
    if (place < length) columns[place] = { from: one.from, counts: one.counts };
  }
  return { by, columns, isCut: needed > length };
}

const placeOf = (at: Date | undefined, first: Date | undefined, by: Period): number =>
  at && first ? Math.round((at.getTime() - first.getTime()) / STEP_MS[by]) : 0;
