import { type Detector, guessEncoding } from './guess-encoding.ts';
import { createSample } from './text-sample.ts';
import { createUtf8Rows } from './utf8-rows.ts';

/** Names of iconv-lite and of browsers. */
export const CSV_ENCODINGS = Object.freeze([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const);
export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

/** Other names, as the encoding standard of browsers has them: it reads ISO-8859-1 as Windows-1252. */
const LABELS: Readonly<Record<string, CsvEncoding>> = Object.freeze({
  ...Object.fromEntries(
    ['iso-8859-1', 'iso8859-1', 'latin1', 'latin-1', 'l1', 'us-ascii', 'ascii', 'windows1252'].map((name) => [
      name,
      'windows-1252' as const,
    ]),
  ),
  ...Object.fromEntries(
    ['1250', '1251', '1252', '1253', '1254', '1255', '1256', '1257'].map((page) => [
      `cp${page}`,
      `windows-${page}` as CsvEncoding,
    ]),
  ),
  utf8: 'utf-8',
  'utf-16': 'utf-16le',
  latin2: 'iso-8859-2',
  'iso-8859-9': 'windows-1254',
  latin9: 'iso-8859-15',
  'latin-9': 'iso-8859-15',
  mac: 'macintosh',
  'x-mac-roman': 'macintosh',
  sjis: 'shift_jis',
  'shift-jis': 'shift_jis',
  gbk: 'gb18030',
  gb2312: 'gb18030',
});

/** The encoding of a name in any case; undefined: none that is read here. */
export function encodingNamed(name: string): CsvEncoding | undefined {
  const lower = name.toLowerCase();
  return (
    CSV_ENCODINGS.find((encoding) => encoding === lower) ??
    (Object.hasOwn(LABELS, lower) ? LABELS[lower] : undefined)
  );
}

/** How the encoding is known: from the caller, the byte order mark, the contents, or only guessed. */
export const ENCODING_SOURCES = Object.freeze(['input', 'mark', 'content', 'guess'] as const);

export interface FoundEncoding {
  readonly encoding: CsvEncoding;
  readonly encoding_by: (typeof ENCODING_SOURCES)[number];
  readonly encoding_certain: boolean;
}

const MARKS: readonly { encoding: CsvEncoding; mark: readonly number[] }[] = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/** `bytes`: the length of the mark; null: no mark. */
export function byteOrderMark(head: Uint8Array): { encoding: CsvEncoding; bytes: number } | null {
  const found = MARKS.find(({ mark }) => startsWith(head, mark));
  return found ? { encoding: found.encoding, bytes: found.mark.length } : null;
}

// gzip, zip (an .xlsx is one), the old .xls, bzip2, 7z, rar, xz, zstd, PDF.
const OTHER_FILES = [
  '1f8b',
  '504b0304',
  'd0cf11e0',
  '425a68',
  '377abcaf',
  '52617221',
  'fd377a58',
  '28b52ffd',
  '25504446',
];

/** Whether the first bytes are those of an archive, a workbook or a PDF. The file's name does not matter. */
export function isOtherFile(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, 4)).toString('hex');
  return OTHER_FILES.some((magic) => start.startsWith(magic));
}

/** Checks whether a stream of chunks is UTF-8. `push` and `end` return false as soon as it is not. */
export interface Utf8Check {
  push(chunk: Uint8Array): boolean;
  end(): boolean;
}

/** Null: only the contents can show it. */
export function statedEncoding(head: Uint8Array, given?: CsvEncoding): FoundEncoding | null {
  if (given) return { encoding: given, encoding_by: 'input', encoding_certain: true };
  const mark = byteOrderMark(head);
  if (mark) return { encoding: mark.encoding, encoding_by: 'mark', encoding_certain: true };
  const unmarked = unmarkedUtf16(head.subarray(0, UTF16_BYTES));
  return unmarked && { encoding: unmarked, encoding_by: 'content', encoding_certain: true };
}

/** Bytes at the start of a file that show UTF-16 without a byte order mark. */
export const UTF16_BYTES = 4096;

/** A few letters, such as the Korean 대, have a NUL on the other side. */
const UTF16_RATIO = 4;

/** Addresses, delimiters and newlines are ASCII, so each has a NUL on the same side. Without this, NULs are valid UTF-8. */
function unmarkedUtf16(head: Uint8Array): CsvEncoding | null {
  const pairs = head.length >> 1;
  let [even, odd] = [0, 0];
  for (let at = 0; at < 2 * pairs; at += 2) {
    if (head[at] === 0) even += 1;
    if (head[at + 1] === 0) odd += 1;
  }
  const isMostly = (zeros: number, others: number): boolean =>
    zeros >= Math.max(4, pairs / 5, UTF16_RATIO * others);
  if (isMostly(odd, even)) return 'utf-16le';
  return isMostly(even, odd) ? 'utf-16be' : null;
}

/**
 * The encoding of a file without a byte order mark. Valid UTF-8 is read once; another file is read again and its rows are
 * counted, because other text is hardly ever valid UTF-8. If they are not UTF-8 either, rows with other bytes are guessed.
 */
export async function encodingOfContents(
  read: () => AsyncIterable<Uint8Array>,
  check: Utf8Check,
  detect: Detector,
): Promise<FoundEncoding> {
  const certain = { encoding: 'utf-8', encoding_by: 'content', encoding_certain: true } as const;
  if (await isValid(read(), check)) return certain;
  const { isUtf8, sample } = await lookAtRows(read());
  if (isUtf8) return certain;
  return { encoding: await guessEncoding(sample, detect), encoding_by: 'guess', encoding_certain: false };
}

async function isValid(file: AsyncIterable<Uint8Array>, check: Utf8Check): Promise<boolean> {
  for await (const chunk of file) if (!check.push(chunk)) return false;
  return check.end();
}

async function lookAtRows(file: AsyncIterable<Uint8Array>): Promise<{ isUtf8: boolean; sample: Uint8Array }> {
  const rows = createUtf8Rows();
  const sample = createSample();
  for await (const chunk of file) {
    rows.push(chunk);
    sample.push(chunk);
  }
  const { utf8, invalid } = rows.end();
  return { isUtf8: utf8 >= invalid, sample: sample.bytes() };
}
