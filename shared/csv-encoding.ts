import { createUtf8Rows } from './utf8-rows.ts';

/** iconv-lite's names. */
export const CSV_ENCODINGS = Object.freeze(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const);
export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

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
  return mark && { encoding: mark.encoding, encoding_by: 'mark', encoding_certain: true };
}

/**
 * Decides between UTF-8 and Windows-1252 for a file without a byte order mark. Valid UTF-8 is read once; another file is read
 * again and its rows are counted, because other text is hardly ever valid UTF-8.
 */
export async function encodingOfContents(
  read: () => AsyncIterable<Uint8Array>,
  check: Utf8Check,
): Promise<FoundEncoding> {
  if ((await isValid(read(), check)) || (await hasUtf8Rows(read())))
    return { encoding: 'utf-8', encoding_by: 'content', encoding_certain: true };
  return { encoding: 'windows-1252', encoding_by: 'guess', encoding_certain: false };
}

async function isValid(file: AsyncIterable<Uint8Array>, check: Utf8Check): Promise<boolean> {
  for await (const chunk of file) if (!check.push(chunk)) return false;
  return check.end();
}

async function hasUtf8Rows(file: AsyncIterable<Uint8Array>): Promise<boolean> {
  const rows = createUtf8Rows();
  for await (const chunk of file) rows.push(chunk);
  const { utf8, invalid } = rows.end();
  return utf8 >= invalid;
}
