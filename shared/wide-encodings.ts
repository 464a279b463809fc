import type { CsvEncoding } from './csv-encoding.ts';

/** Encodings other than UTF in which a character may have several bytes. */
export const WIDE_ENCODINGS: ReadonlySet<CsvEncoding> = new Set([
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
]);

/** The first bytes of common characters: kana and kanji of the first level, hanzi of the first level, hangul. */
const COMMON_ROWS: Readonly<Partial<Record<CsvEncoding, (row: number) => boolean>>> = {
  'euc-jp': (row) => row === 0xa4 || row === 0xa5 || (row >= 0xb0 && row <= 0xcf),
  gb18030: (row) => row >= 0xb0 && row <= 0xd7,
  'euc-kr': (row) => row >= 0xb0 && row <= 0xc8,
};
/** Rows of letters; those before them are signs, the same ones in all three. */
const ROWS = Array.from({ length: 0xfe - 0xa4 + 1 }, (_, at) => 0xa4 + at);
/** Of characters that are not common. */
const RARE = 0.02;

/**
 * How likely the characters of a text are in one of the three encodings with the same form, as a logarithm. Null: another encoding.
 * Any text of one is valid in the others, where its characters are rare ones.
 */
export function likelihood(sample: Uint8Array, encoding: CsvEncoding): number | null {
  const isCommon = COMMON_ROWS[encoding];
  if (!isCommon) return null;
  const count = ROWS.filter(isCommon).length;
  const [common, rare] = [Math.log((1 - RARE) / count), Math.log(RARE / (ROWS.length - count))];
  let sum = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const row = sample[at]!;
    if (row < 0x80) continue;
    at += 1;
    if (row >= ROWS[0]!) sum += isCommon(row) ? common : rare;
  }
  return sum;
}
