import { readWritten } from '../written-values.ts';

/** No mailing list is older, and an earlier moment is a mistake. */
const FIRST = Date.UTC(1990, 0, 1);
const SECONDS = /^\d{9,10}$/;
const MILLISECONDS = /^\d{12,13}$/;
/** A date whose day and month may be swapped has no moment. */
const READING = Object.freeze({ order: null, zone: 'UTC' });

/** The moment in a cell, in UTC without an offset. Null: none between 1990 and now. */
export function momentOf(cell: string, now: Date): Date | null {
  const at = millisOf(cell);
  return at >= FIRST && at <= now.getTime() ? new Date(at) : null;
}

function millisOf(cell: string): number {
  if (SECONDS.test(cell)) return Number(cell) * 1000;
  if (MILLISECONDS.test(cell)) return Number(cell);
  const read = readWritten('', 'datetime-local', cell, READING);
  return 'text' in read ? Date.parse(`${read.text}Z`) : Number.NaN;
}
