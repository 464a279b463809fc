import { type EventCounts, noEventCounts } from '../../../common/domain/mail-details.ts';
import { byPeriod, type Period, type PeriodCounts } from './periods.ts';

/** Longer spans are drawn by day. */
const MOST_HOURS = 48;
/** Maximum days of a plot; nearly all openings are within a month. */
const MOST_DAYS = 60;
const STEP_MS: Readonly<Record<Period, number>> = { hour: 3600_000, day: 86_400_000 };

/** The columns of a plot of `times` (quarters of an hour): by hour for a span of two days at most, otherwise by day. */
export function plotColumns(times: ReadonlyMap<number, EventCounts>, timezone: string) {
  const hours = byPeriod(times, 'hour', timezone);
  const spanned = placeOf(hours.at(-1)?.from, hours[0]?.from, 'hour') + 1;
  const by: Period = spanned <= MOST_HOURS ? 'hour' : 'day';
  const found = by === 'hour' ? hours : byPeriod(times, 'day', timezone);
  const first = found[0];
  if (!first) return { by, columns: [], isCut: false };
  const needed = placeOf(found.at(-1)!.from, first.from, by) + 1;
  const length = Math.min(needed, by === 'hour' ? MOST_HOURS : MOST_DAYS);
  const columns: PeriodCounts[] = Array.from({ length }, (_, place) => ({
    from: new Date(first.from.getTime() + place * STEP_MS[by]),
    counts: noEventCounts(),
  }));
  // A day with a clock change has 23 or 25 hours, so its place is rounded.
  for (const one of found) {
    const place = placeOf(one.from, first.from, by);
    if (place < length) columns[place] = { from: one.from, counts: one.counts };
  }
  return { by, columns, isCut: needed > length };
}

export type PlotColumns = ReturnType<typeof plotColumns>;

const placeOf = (at: Date | undefined, first: Date | undefined, by: Period): number =>
  at && first ? Math.round((at.getTime() - first.getTime()) / STEP_MS[by]) : 0;
