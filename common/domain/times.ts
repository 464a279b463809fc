import { DateTime, IANAZone } from 'luxon';
import { instantOfClock } from '../../shared/time-zones.ts';

const MINUTE = 60_000;

let last = { at: Number.NaN, text: '' };

/** `created_at` and similar fields: ISO 8601 in UTC with six decimals. Stored instants have three. */
export function timestamp(date: Date): string;
export function timestamp(date: Date | null): string | null;
export function timestamp(date: Date | null): string | null {
  if (date === null) return null;
  const at = date.getTime();
  // Rows that were written together have equal times and are adjacent in lists; a million contacts have four million times.
  if (at !== last.at) last = { at, text: `${date.toISOString().slice(0, -1)}000Z` };
  return last.text;
}

/** Whole seconds from `at` to an instant; 0 when it has passed, or there is none. */
export const secondsUntil = (until: Date | null | undefined, at: Date): number =>
  until ? Math.max(0, Math.ceil((until.getTime() - at.getTime()) / 1000)) : 0;

/** `sent_at` and similar fields: `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
export function localTime(date: Date, timezone: string): string;
export function localTime(date: Date | null, timezone: string): string | null;
export function localTime(date: Date | null, timezone: string): string | null {
  return date === null ? null : DateTime.fromJSDate(date, { zone: timezone }).toFormat('yyyy-MM-dd HH:mm:ss');
}

/** For a time that a clock change skips the next existing instant; for one that occurs twice the first. Null: not a date and time. */
export function instantOf(date: string, time: string, timezone: string): Date | null {
  const wall = DateTime.fromFormat(`${date} ${time}`, 'yyyy-MM-dd HH:mm:ss', { zone: 'utc' });
  if (!wall.isValid) return null;
  // Not luxon: of a repeated hour it takes the one with today's offset, and it moves a skipped time by the length of the gap.
  const offsetAt = (instant: number): number =>
    DateTime.fromMillis(instant, { zone: timezone }).offset * MINUTE;
  return new Date(instantOfClock(wall.toMillis(), offsetAt));
}

/** The longest existing name has 32 characters. */
const ZONE_MAX = 64;

export const isTimezone = (zone: string): boolean =>
  zone.length <= ZONE_MAX && /^[A-Za-z]/.test(zone) && IANAZone.isValidZone(zone);
