import { isLonger } from './text-length.ts';
import { texts } from './validation-texts.ts';

/** The names are the contract's. */
export const FIELD_TYPES = ['text', 'number', 'datetime-local'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The text as given, and the number that rules compare. */
export interface CustomValue {
  readonly text: string;
  readonly number?: number;
}

/** Characters: enough for a long note. */
export const CUSTOM_TEXT_MAX = 4096;

/** The format of a `datetime-local` value, for the text that refuses one. */
const DATETIME_FORMAT = 'Y-m-dTH:i[:s]';

// Decimal only: Number() would also accept `0x1f`, `Infinity` and blanks. JSON writes large numbers as `1e+21`.
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const NUMBER_MAX = 255;
const DATETIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?$/;

/**
 * Reads trimmed input for a custom field. An empty text means no value (`{ text: '' }`) for any type. Null when the text does not fit the
 * type: a `number` is decimal and finite, a `datetime-local` is an existing `YYYY-MM-DDTHH:MM[:SS]`, a `text` has at most {@link
 * CUSTOM_TEXT_MAX} characters.
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

/** The text that refuses a value which {@link readCustomValue} could not read; `key` names the value. */
export function customValueText(key: string, type: FieldType, given: string): string {
  if (isLonger(given.trim(), CUSTOM_TEXT_MAX)) return texts.max(key, CUSTOM_TEXT_MAX);
  if (type === 'number') return texts.number(key);
  return type === 'datetime-local' ? texts.matches(key, DATETIME_FORMAT) : texts.format(key);
}

function isDateTime(text: string): boolean {
  const parts = DATETIME.exec(text);
  if (!parts) return false;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((at) => Number(parts[at] ?? 0)) as [
    ...[number, number, number, number, number, number],
  ];
  if (year === 0 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59)
    return false;
  // Day 0 of the next month is the last day of this month. Date.UTC would take year 50 as 1950; setUTCFullYear does not.
  return day <= new Date(new Date(0).setUTCFullYear(year, month, 0)).getUTCDate();
}

/** `birth_date` becomes `Birth date`. */
export function fieldLabel(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
