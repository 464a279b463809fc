import { DateTime } from 'luxon';
import { type CustomValue, customValueText, type FieldType, readCustomValue } from './custom-values.ts';
import { texts } from './validation-texts.ts';

export const DATE_ORDERS = Object.freeze(['dmy', 'mdy'] as const);
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How dates of a file are read. `order`: of dates with slashes; null: unknown. `zone`: of the account, for dates with an offset. */
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
  if (SLASHES.test(cell) && reading.order === null) return { refused: texts.dateOrder(name) };
  const text = plainDate(cell, reading);
  return (text === null ? null : readCustomValue(type, text)) ?? refused;
}

const GERMAN_NUMBER = /^[+-]?(?:\d{1,3}(?:[. \u00a0\u202f']\d{3})+|\d+)(?:,\d+)?$/;
const ENGLISH_NUMBER = /^[+-]?\d{1,3}(?:[, \u00a0\u202f']\d{3})+(?:\.\d+)?$/;

function plainNumber(cell: string): string | null {
  if (GERMAN_NUMBER.test(cell)) return cell.replace(/[. \u00a0\u202f']/g, '').replace(',', '.');
  return ENGLISH_NUMBER.test(cell) ? cell.replace(/[, \u00a0\u202f']/g, '') : null;
}

const TIME = '(?:[T ,]+(\\d\\d?:\\d\\d(?::\\d\\d)?))?(?:\\.\\d+)?';
const OFFSET = '\\s*(Z|UTC|[+-]\\d\\d:?\\d\\d)?(?: UTC)?';
const ISO = new RegExp(`^(\\d{4})-(\\d\\d)-(\\d\\d)${TIME}${OFFSET}$`);
const DOTS = new RegExp(`^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})${TIME}$`);
const SLASHES = new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{4})${TIME}$`);

const two = (digits: string): string => digits.padStart(2, '0');
const local = (year: string, month: string, day: string, time = '00:00'): string =>
  `${year}-${two(month)}-${two(day)}T${time.padStart(time.length > 5 ? 8 : 5, '0')}`;

/** A date as `datetime-local` writes it; null: none. */
function plainDate(cell: string, { order, zone }: DateReading): string | null {
  const iso = ISO.exec(cell);
  if (iso) {
    const [, year, month, day, time, offset] = iso;
    const text = local(year!, month!, day!, time);
    return offset === undefined ? text : inZone(text, offset, zone);
  }
  const dots = DOTS.exec(cell);
  if (dots) return local(dots[3]!, dots[2]!, dots[1]!, dots[4]);
  const slashes = SLASHES.exec(cell);
  if (!slashes) return null;
  const [, first, second, year, time] = slashes;
  return order === 'mdy' ? local(year!, first!, second!, time) : local(year!, second!, first!, time);
}

function inZone(text: string, offset: string, zone: string): string | null {
  const sign = offset === 'Z' || offset === 'UTC' ? 'Z' : offset;
  const at = DateTime.fromISO(text + sign, { setZone: true });
  return at.isValid ? at.setZone(zone).toFormat("yyyy-MM-dd'T'HH:mm:ss") : null;
}

/** The order of dates with slashes that the cells of a column show; null: none, or they contradict each other. */
export function dateOrderOf(cells: Iterable<string>): DateOrder | null {
  let [dmy, mdy] = [false, false];
  for (const cell of cells) {
    const slashes = cell.length > CELL_MAX ? null : SLASHES.exec(cell.trim());
    if (!slashes) continue;
    if (Number(slashes[1]) > 12) dmy = true;
    if (Number(slashes[2]) > 12) mdy = true;
  }
  return dmy === mdy ? null : dmy ? 'dmy' : 'mdy';
}
