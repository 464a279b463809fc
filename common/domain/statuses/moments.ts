/** No mailing list is older, and an earlier moment is a mistake. */
const FIRST = Date.UTC(1990, 0, 1);
const DATE =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(?:\.(\d{1,9})\d*)?\s*(Z|UTC|[+-]\d\d:?\d\d)?(?: UTC)?)?$/;
const GERMAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ ,]+(\d\d):(\d\d)(?::(\d\d))?)?$/;
const SECONDS = /^\d{9,10}$/;
const MILLISECONDS = /^\d{12,13}$/;

/** The moment in a cell, in UTC without an offset. Null: none between 1990 and now. */
export function momentOf(cell: string, now: Date): Date | null {
  const at = millisOf(cell);
  return at === null || at < FIRST || at > now.getTime() ? null : new Date(at);
}

export const isDateLike = (cell: string): boolean =>
  DATE.test(cell) || GERMAN.test(cell) || SECONDS.test(cell) || MILLISECONDS.test(cell);

function millisOf(cell: string): number | null {
  if (SECONDS.test(cell)) return Number(cell) * 1000;
  if (MILLISECONDS.test(cell)) return Number(cell);
  const iso = DATE.exec(cell);
  if (iso) {
    const [, year, month, day, hour, minute, second, fraction, offset] = iso;
    const at = utc(year!, month!, day!, hour, minute, second, offsetOf(offset));
    return at === null ? null : at + Math.floor(1000 * Number(`0.${fraction ?? '0'}`));
  }
  const german = GERMAN.exec(cell);
  if (!german) return null;
  const [, day, month, year, hour, minute, second] = german;
  return utc(year!, month!, day!, hour, minute, second, 0);
}

function utc(
  year: string,
  month: string,
  day: string,
  hour = '0',
  minute = '0',
  second = '0',
  offset: number,
): number | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const at = Date.UTC(y, m - 1, d, Number(hour), Number(minute), Number(second));
  const back = new Date(at);
  // A day such as 30 February becomes another one.
  return back.getUTCMonth() === m - 1 && back.getUTCDate() === d ? at - offset : null;
}

/** Milliseconds of an offset such as `+01:00`. */
function offsetOf(offset: string | undefined): number {
  if (offset === undefined || offset === 'Z' || offset === 'UTC') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}
