import { type DateOrder, dateOrderOf, readWritten } from '../written-values.ts';

/** No mailing list is older, and an earlier moment is a mistake. */
const FIRST = Date.UTC(1990, 0, 1);
const SECONDS = /^\d{9,10}$/;
const MILLISECONDS = /^\d{12,13}$/;
/** Dates of fields have whole seconds. */
const FRACTION = /:\d\d\.(\d{1,3})/;

/** The moment in a cell, in UTC without an offset. Null: none between 1990 and now. `order`: of its column, where that is known. */
export function momentOf(cell: string, now: Date, order: DateOrder | null = null): Date | null {
  const at = millisOf(cell, order);
  return at >= FIRST && at <= now.getTime() ? new Date(at) : null;
}

function millisOf(cell: string, order: DateOrder | null): number {
  if (SECONDS.test(cell)) return Number(cell) * 1000;
  if (MILLISECONDS.test(cell)) return Number(cell);
  // Without an order, a date whose day and month may be swapped has no moment.
  const reading = { order: order ?? dateOrderOf([cell]), zone: 'UTC' };
  const read = readWritten('', 'datetime-local', cell, reading);
  const fraction = Number(FRACTION.exec(cell)?.[1]?.padEnd(3, '0') ?? 0);
  return 'text' in read ? Date.parse(`${read.text}Z`) + fraction : Number.NaN;
}
