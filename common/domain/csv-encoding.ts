import { isUtf8 } from 'node:buffer';

/** Encodings of CSV files, with iconv-lite's names. */
const CSV_ENCODINGS = Object.freeze(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const);
export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

const MARKS: readonly { encoding: CsvEncoding; mark: readonly number[] }[] = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/** The encoding of a byte order mark and its length in bytes; null when there is none. */
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

/**
 * Checks whether a whole stream of chunks is UTF-8. `push` and `end` return false as soon as it is not. Node's fatal
 * TextDecoder would decode everything into strings; this only checks (simdutf, some GB/s).
 */
export function createUtf8Check(): { push(chunk: Uint8Array): boolean; end(): boolean } {
  let valid = true;
  let rest: Uint8Array = Buffer.alloc(0);
  return {
    push(chunk) {
      if (!valid) return false;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const whole = bytes.length - openTail(bytes);
      valid = isUtf8(bytes.subarray(0, whole));
      rest = Uint8Array.from(bytes.subarray(whole));
      return valid;
    },
    end: () => valid && rest.length === 0,
  };
}

/** How many bytes at the end (0 to 3) are the beginning of a character that continues in the next chunk. */
function openTail(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

/**
 * How many bytes of the file a piece of decoded text had. The file is not needed for this: UTF-8 was checked as a whole,
 * Windows-1252 has one byte a character, and UTF-16 two a code unit.
 */
export function encodedBytes(text: string, encoding: CsvEncoding): number {
  switch (encoding) {
    case 'utf-8':
      return Buffer.byteLength(text);
    case 'windows-1252':
      return text.length;
    default:
      return 2 * text.length;
  }
}

/** Whether the file had bytes that are invalid in its encoding. Such text must not be stored. */
export function isDamaged(text: string, encoding: CsvEncoding): boolean {
  switch (encoding) {
    case 'utf-8':
      // The file was checked as a whole, so a U+FFFD here stands in the file itself.
      return false;
    case 'windows-1252':
      return text.includes('\ufffd');
    default:
      return /\p{Cs}/u.test(text);
  }
}
