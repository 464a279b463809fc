import type { FieldType } from '../models/custom-fields.ts';
import { isLonger } from './text-length.ts';

/** A custom field's value as a contact keeps it: the text as given, and the number that rules compare. */
export interface CustomValue {
  readonly text: string;
  /** Of number fields alone. */
  readonly number?: number;
}

/** Characters: room for a long note. */
export const CUSTOM_TEXT_MAX = 4096;

/** What a `datetime-local` value looks like, for the texts that refuse one. */
export const DATETIME_FORMAT = 'Y-m-dTH:i[:s]';

// Decimal alone: Number() would also take `0x1f`, `Infinity` and blanks. JSON writes large ones as `1e+21`.
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const NUMBER_MAX = 255;
const DATETIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?$/;

/**
 * Reads what was given for a custom field. Blanks around it go; an empty text is no value (`{ text: '' }`), of whatever
 * type. Null where it does not fit the type: a `number` is decimal and finite, a `datetime-local` is
 * `YYYY-MM-DDTHH:MM[:SS]` on a day and at a time that exist, a `text` has at most {@link CUSTOM_TEXT_MAX} characters.
 */
export function readCustomValue(type: FieldType, given: string): CustomValue | null {
  const text = given.trim();
  if (text === '') return { text };
  if (isLonger(text, CUSTOM_TEXT_MAX)) return null;
  if (type === 'datetime-local') return isDateTime(text) ? { text } : null;
  if (type === 'text') return text.includes('\0') ? null : { text };
  const number = text.length <= NUMBER_MAX && DECIMAL.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? { text, number } : null;
}

function isDateTime(text: string): boolean {
  const parts = DATETIME.exec(text);
  if (!parts) return false;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((at) => Number(parts[at] ?? 0)) as [
    ...[number, number, number, number, number, number],
  ];
  if (year === 0 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59)
    return false;
  // Day 0 of the next month is the last of this one. setUTCFullYear, as Date.UTC takes year 50 for 1950.
  return day <= new Date(new Date(0).setUTCFullYear(year, month, 0)).getUTCDate();
}

/** A field's name as people read it: `birth_date` is `Birth date`. */
export function fieldLabel(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
