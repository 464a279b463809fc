import { DateTime } from 'luxon';
import { type EventCounts, noEventCounts, QUARTER_MS } from '../../../common/domain/mail-details.ts';
import { dayAfter, dayOf } from '../../../common/domain/segment-days.ts';

export const PERIODS = ['hour', 'day'] as const;
export type Period = (typeof PERIODS)[number];

export interface PeriodCounts {
  readonly from: Date;
  readonly counts: EventCounts;
}

/** Adds quarters of an hour up to hours or days, in order and without empty ones. A repeated hour (clock change) counts as two. */
export function byPeriod(
  times: ReadonlyMap<number, EventCounts>,
  period: Period,
  timezone: string,
): PeriodCounts[] {
  const found: PeriodCounts[] = [];
  let until = Number.NEGATIVE_INFINITY;
  for (const [quarter, counts] of [...times].sort(([one], [other]) => one - other)) {
    const at = quarter * QUARTER_MS;
    if (at >= until) {
      const span = spanAt(at, period, timezone);
      until = span.until;
      found.push({ from: new Date(span.from), counts: [...counts] });
      continue;
    }
    const sum = found.at(-1)!.counts;
    counts.forEach((count, place) => {
      sum[place]! += count;
    });
  }
  return found;
}

const HOUR_MS = 3600_000;
const MINUTE_MS = 60_000;

function spanAt(at: number, period: Period, timezone: string): { from: number; until: number } {
  const local = DateTime.fromMillis(at, { zone: timezone });
  if (period === 'day') {
    const from = local.startOf('day');
    return { from: from.toMillis(), until: from.plus({ days: 1 }).startOf('day').toMillis() };
  }
  const from = at - ((at + local.offset * MINUTE_MS) % HOUR_MS);
  return { from, until: from + HOUR_MS };
}

export interface DayCounts {
  readonly day: string;
  readonly counts: EventCounts;
}

export function byDay(
  times: ReadonlyMap<number, EventCounts>,
  { first, last }: { readonly first: string; readonly last: string },
  timezone: string,
): DayCounts[] {
  const found = new Map(
    byPeriod(times, 'day', timezone).map(({ from, counts }) => [dayOf(from, timezone), counts]),
  );
  const days: DayCounts[] = [];
  for (let day = first; day <= last; day = dayAfter(day))
    days.push({ day, counts: found.get(day) ?? noEventCounts() });
  return days;
}
