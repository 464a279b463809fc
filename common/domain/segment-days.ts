import { DateTime } from 'luxon';
import type { Operand } from './segment-rules.ts';
import { instantOf } from './times.ts';

export interface Span<Point> {
  readonly from: Point;
  readonly to: Point;
}

const MINUTE_MS = 60_000;
/** The last instant of ECMAScript, later than any day that can be written. */
const END_OF_TIME = new Date(8.64e15);

const dayText = (day: DateTime): string => day.toFormat('yyyy-MM-dd');
export const dayAfter = (day: string): string =>
  dayText(DateTime.fromISO(day, { zone: 'utc' }).plus({ days: 1 }));

export const lastOfMonth = (day: string): string =>
  dayText(DateTime.fromISO(day, { zone: 'utc' }).endOf('month'));

/** `YYYY-MM-DD`. */
export const dayOf = (at: Date, timezone: string): string =>
  dayText(DateTime.fromJSDate(at, { zone: timezone }));

export const nextDayAt = (at: Date, timezone: string): Date =>
  startOf(dayAfter(dayOf(at, timezone)), timezone);

/** The first of the last `days` days; today is one of them. */
export const firstDayWithin = (today: string, days: number): string =>
  dayText(DateTime.fromISO(today, { zone: 'utc' }).minus({ days }));

const startOf = (day: string, timezone: string): Date => instantOf(day, '00:00:00', timezone) ?? END_OF_TIME;

/** A day has its actual length. A minute that a clock change skips is empty; of a repeated one the first counts (as in `instantOf`). */
export function instantsOf(operand: Operand, timezone: string): Span<Date> {
  if (operand.kind === 'day') {
    return { from: startOf(operand.day, timezone), to: startOf(dayAfter(operand.day), timezone) };
  }
  const [day, time] = minuteOf(operand).split('T') as [string, string];
  const from = instantOf(day, `${time}:00`, timezone)!;
  const last = instantOf(day, `${time}:59`, timezone)!;
  return { from, to: last > from ? new Date(from.getTime() + MINUTE_MS) : from };
}

/** Local times, compared as texts. `U` follows `T`, and `;` follows `:`, so no next day is needed, which fails after the year 9999. */
export function localTextsOf(operand: Operand): Span<string> {
  if (operand.kind === 'day') return { from: operand.day, to: `${operand.day}U` };
  const minute = minuteOf(operand);
  return { from: minute, to: `${minute};` };
}

function minuteOf(operand: Operand): string {
  if (operand.kind !== 'minute') throw new TypeError(`not a date: ${operand.kind}`);
  return operand.minute;
}
