import { DateTime } from 'luxon';
import { type CustomValue, customValueText, type FieldType, readCustomValue } from './custom-values.ts';
import { texts } from './validation-texts.ts';

export const DATE_ORDERS = Object.freeze(['dmy', 'mdy'] as const);
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How dates of a file are read. `order`: of dates with slashes or hyphens; null: unknown. `zone`: of the account, for dates with an offset. */
export interface DateReading {
  readonly order: DateOrder | null;
  readonly zone: string;
}

/** In characters; longer cells are no dates or numbers. */
const CELL_MAX = 60;

/** A value as people write it in a file: more spellings than a call may use. */
export function readWritten(
  name: string,
  type: FieldType,
  cell: string,
  reading: DateReading,
): CustomValue | { readonly refused: string } {
  const exact = readCustomValue(type, cell);
  if (exact) return exact;
  const refused = { refused: customValueText(name, type, cell) };
  if (type === 'text' || cell.length > CELL_MAX) return refused;
  if (type === 'number') {
    if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(cell)) return { refused: texts.separators(name) };
    return readCustomValue(type, plainNumber(cell) ?? '-') ?? refused;
  }
  if (EITHER.test(cell) && reading.order === null) return { refused: texts.dateOrder(name) };
  const text = plainDate(cell, reading);
  return (text === null ? null : readCustomValue(type, text)) ?? refused;
}

const GERMAN_NUMBER = /^[+-]?(?:\d{1,3}(?:[. \u00a0\u202f'\u2019]\d{3})+|\d+)(?:,\d+)?$/;
const ENGLISH_NUMBER = /^[+-]?\d{1,3}(?:[, \u00a0\u202f'\u2019]\d{3})+(?:\.\d+)?$/;

function plainNumber(cell: string): string | null {
  const text = cell.replace(/^\u2212/, '-');
  if (GERMAN_NUMBER.test(text)) return text.replace(/[. \u00a0\u202f'\u2019]/g, '').replace(',', '.');
  return ENGLISH_NUMBER.test(text) ? text.replace(/[, \u00a0\u202f'\u2019]/g, '') : null;
}

const TIME = '(?:[T ,]+(\\d\\d?:\\d\\d(?::\\d\\d)?)(?:\\.\\d+)?(?:\\s*([ap])\\.?m\\.?)?)?';
const OFFSET = '\\s*(Z|UTC|[+-]\\d\\d:?\\d\\d)?(?: UTC)?';
const ISO = new RegExp(`^(\\d{4})([-/])(\\d\\d?)\\2(\\d\\d?)${TIME}${OFFSET}$`, 'i');
const DOTS = new RegExp(`^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})${TIME}$`, 'i');
/** Day first or month first: `25/12/1991`, and `25-12-1991` of Dutch and Indian exports. */
const EITHER = new RegExp(`^(\\d{1,2})([-/])(\\d{1,2})\\2(\\d{4})${TIME}$`, 'i');

const two = (digits: string): string => digits.padStart(2, '0');
const local = (year: string, month: string, day: string, time = '00:00', half = ''): string =>
  `${year}-${two(month)}-${two(day)}T${clock(time, half.toLowerCase())}`;

/** A time of 24 hours. `half`: of the day, `a` or `p` for one of 12 hours; an hour that it does not have stays wrong. */
function clock(time: string, half: string): string {
  const [hour = '', ...rest] = time.split(':');
  const hours = Number(hour);
  const isHalf = half !== '' && hours >= 1 && hours <= 12;
  const whole = isHalf ? (hours % 12) + (half === 'p' ? 12 : 0) : half === '' ? hours : 99;
  return [two(String(whole)), ...rest].join(':');
}

/** A date as `datetime-local` writes it; null: none. */
function plainDate(cell: string, { order, zone }: DateReading): string | null {
  const iso = ISO.exec(cell);
  if (iso) {
    const [, year, , month, day, time, half, offset] = iso;
    const text = local(year!, month!, day!, time, half);
    return offset === undefined ? text : inZone(text, offset, zone);
  }
  const dots = DOTS.exec(cell);
  if (dots) return local(dots[3]!, dots[2]!, dots[1]!, dots[4], dots[5]);
  const either = EITHER.exec(cell);
  if (!either) return null;
  const [, first, , second, year, time, half] = either;
  return order === 'mdy'
    ? local(year!, first!, second!, time, half)
    : local(year!, second!, first!, time, half);
}

function inZone(text: string, offset: string, zone: string): string | null {
  const sign = /^[-+]/.test(offset) ? offset : 'Z';
  const at = DateTime.fromISO(text + sign, { setZone: true });
  return at.isValid ? at.setZone(zone).toFormat("yyyy-MM-dd'T'HH:mm:ss") : null;
}

/** The order of the dates with slashes or hyphens of a field; null: they do not show one, or contradict each other. */
export interface FieldDateOrder {
  readonly field: string;
  readonly order: DateOrder | null;
}

/** Signs of the order of dates in the cells of a column. */
export interface SeenDates {
  /** It has dates with slashes or hyphens. */
  any: boolean;
  dmy: boolean;
  mdy: boolean;
}

export const noDates = (): SeenDates => ({ any: false, dmy: false, mdy: false });

/** Whether a text may have a date that {@link noteDate} notes: a quick test of a whole row. */
export const mayHaveDate = (row: string): boolean => /\d[-/]\d\d?[-/]\d{4}/.test(row);

export function noteDate(seen: SeenDates, cell: string): void {
  const either = cell.length > CELL_MAX ? null : EITHER.exec(cell.trim());
  if (!either) return;
  seen.any = true;
  const [first, second] = [Number(either[1]), Number(either[3])];
  if (isDayAlone(first) && isMonth(second)) seen.dmy = true;
  if (isMonth(first) && isDayAlone(second)) seen.mdy = true;
}

const isMonth = (number: number): boolean => number >= 1 && number <= 12;
const isDayAlone = (number: number): boolean => number > 12 && number <= 31;

/** Null: the cells show no order, or contradict each other. */
export const orderShown = ({ dmy, mdy }: SeenDates): DateOrder | null =>
  dmy === mdy ? null : dmy ? 'dmy' : 'mdy';

export function dateOrderOf(cells: Iterable<string>): DateOrder | null {
  const seen = noDates();
  for (const cell of cells) noteDate(seen, cell);
  return orderShown(seen);
}
