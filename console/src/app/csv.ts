import { localeOf, speechNow } from '../texts/texts.ts';

// Spreadsheets run a cell that starts with these as a formula.
const FORMULA = /^[=+\-@\t\r]/;

const textCell = (text: string): string =>
  `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** A share in percent, as a number with one decimal. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;

/** The heading of a column or row of `percentOf`. */
export const inPercent = (name: string): string => `${name} (%)`;

/**
 * Rows as a CSV file (RFC 4180) that spreadsheets open as UTF-8. Its separator and decimal sign are those that spreadsheets expect in the
 * language of the console: with others, they show one column, and numbers as texts.
 */
export function csvOf(
  rows: readonly (readonly (string | number)[])[],
  locale = localeOf(speechNow().language),
): Blob {
  const sign = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')!.value;
  const separator = locale.startsWith('en') && sign !== ',' ? ',' : ';';
  const cellOf = (cell: string | number): string =>
    typeof cell === 'number' ? String(cell).replace('.', sign) : textCell(cell);
  return new Blob(['\ufeff', ...rows.map((row) => `${row.map(cellOf).join(separator)}\r\n`)], {
    type: 'text/csv; charset=utf-8',
  });
}
