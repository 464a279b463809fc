import { DateTime } from 'luxon';
import type { Operand } from './segment-rules.ts';
import { instantOf } from './times.ts';

/** From `from` on, and before `to`. */
export interface Span<Point> {
  readonly from: Point;
  readonly to: Point;
}

const MINUTE_MS = 60_000;
/** The last instant of ECMAScript: after each day that can be written. */
const END_OF_TIME = new Date(8.64e15);

const dayText = (day: DateTime): string => day.toFormat('yyyy-MM-dd');
const dayAfter = (day: string): string => dayText(DateTime.fromISO(day, { zone: 'utc' }).plus({ days: 1 }));

/** The day that it is in a time zone, `YYYY-MM-DD`. */
export const dayOf = (at: Date, timezone: string): string =>
  dayText(DateTime.fromJSDate(at, { zone: timezone }));

/** When the next day begins there. */
export const nextDayAt = (at: Date, timezone: string): Date =>
  startOf(dayAfter(dayOf(at, timezone)), timezone);

/** The first of the last `days` days: so many before today, which is one of them too. */
export const firstDayWithin = (today: string, days: number): string =>
  dayText(DateTime.fromISO(today, { zone: 'utc' }).minus({ days }));

const startOf = (day: string, timezone: string): Date => instantOf(day, '00:00:00', timezone) ?? END_OF_TIME;

/**
 * The instants of a day or minute in a time zone. A day is as long as it is there; a minute that the clock leaves out is
 * empty, and one that comes twice is the first, as everywhere (`instantOf`).
 */
export function instantsOf(operand: Operand, timezone: string): Span<Date> {
  if (operand.kind === 'day') {
    return { from: startOf(operand.day, timezone), to: startOf(dayAfter(operand.day), timezone) };
  }
  const [day, time] = minuteOf(operand).split('T') as [string, string];
  const from = instantOf(day, `${time}:00`, timezone)!;
  const last = instantOf(day, `${time}:59`, timezone)!;
  return { from, to: last > from ? new Date(from.getTime() + MINUTE_MS) : from };
}

/**
 * The same for values that are local times themselves, `YYYY-MM-DDTHH:MM[:SS]`, which compare as texts. `U` and `;` come
 * right after `T` and `:`: so no next day or minute has to be written, which after the year 9999 could not be.
 */
export function localTextsOf(operand: Operand): Span<string> {
  if (operand.kind === 'day') return { from: operand.day, to: `${operand.day}U` };
  const minute = minuteOf(operand);
  return { from: minute, to: `${minute};` };
}

function minuteOf(operand: Operand): string {
  if (operand.kind !== 'minute') throw new TypeError(`not a date: ${operand.kind}`);
  return operand.minute;
}
