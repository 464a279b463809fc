import { DateTime } from 'luxon';

/** `created_at` and its like: ISO 8601 in UTC with six decimals. Stored instants have three. */
export function timestamp(date: Date): string;
export function timestamp(date: Date | null): string | null;
export function timestamp(date: Date | null): string | null {
  return date === null ? null : date.toISOString().replace('Z', '000Z');
}

/** `sent_at` and its like: `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
export function localTime(date: Date, timezone: string): string;
export function localTime(date: Date | null, timezone: string): string | null;
export function localTime(date: Date | null, timezone: string): string | null {
  return date === null ? null : DateTime.fromJSDate(date, { zone: timezone }).toFormat('yyyy-MM-dd HH:mm:ss');
}

/**
 * The instant of a local date and time. One that a clock change leaves out is the next that exists, one that happens
 * twice is the first. Null for what is no date or time at all.
 */
export function instantOf(date: string, time: string, timezone: string): Date | null {
  const local = DateTime.fromFormat(`${date} ${time}`, 'yyyy-MM-dd HH:mm:ss', { zone: timezone });
  return local.isValid ? local.toJSDate() : null;
}

/** Whether a text is the IANA name of a time zone. */
export const isTimezone = (zone: string): boolean => DateTime.local({ zone }).isValid;
