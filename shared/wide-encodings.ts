import type { CsvEncoding } from './csv-encoding.ts';

/** Encodings other than UTF in which a character may have several bytes. */
export const WIDE_ENCODINGS: ReadonlySet<CsvEncoding> = new Set([
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
]);
