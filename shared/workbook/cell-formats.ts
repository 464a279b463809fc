/** Formats of dates and times without a code of their own (ECMA-376, 18.8.30). */
const DATE_FORMATS: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];
/** In characters; Excel allows no longer code. */
const CODE_MAX = 255;
const DATE_TOKEN = /^(?:s{1,2}|m{1,5}|h{1,2}|d{1,4}|a{1,5}|am|pm|p|y{1,4}|e{1,4}|g{1,3}e{0,4}|b{2,4})$/;

/** Whether a cell with this number format shows its number as a date or time. */
export const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined
    ? DATE_FORMATS.some(([from, to]) => id >= from && id <= to)
    : code.slice(0, CODE_MAX).toLowerCase().replace(/\\./g, ' ').split(';').some(isDateCode);

function isDateCode(code: string): boolean {
  const tokens = code
    .replace(/"[^"]*"/g, ' ')
    // Parts of a second; elapsed time; then colours, conditions and locales.
    .replace(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, '$1')
    .replace(/\[([smhd]{1,2})\]/g, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .split(/[^a-z0#?%]+/)
    .filter((token) => token !== '');
  return tokens.length > 0 && tokens.every((token) => DATE_TOKEN.test(token));
}

/** Serial numbers of 1970-01-01, by the first day of the workbook. */
const EPOCHS = { from1900: 25_569, from1904: 24_107 };
const DAY_SECONDS = 86_400;

/** A serial number as a date. A third of a day is no exact number, so it is rounded to a second. */
export const serialDate = (serial: number, is1904: boolean): string =>
  dateText(Math.round((serial - (is1904 ? EPOCHS.from1904 : EPOCHS.from1900)) * DAY_SECONDS) * 1000);

/** A date without its time if that is midnight. Blank if there is no such date. */
export function dateText(ms: number): string {
  const at = new Date(ms);
  if (Number.isNaN(at.getTime())) return '';
  const [day = '', time] = at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).split('T');
  return time === '00:00:00' ? day : `${day}T${time}`;
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export const plainText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
