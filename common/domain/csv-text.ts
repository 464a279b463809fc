import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { LRUCache } from 'lru-cache';
import type { CsvEncoding, Utf8Check } from '../../shared/csv-encoding.ts';
import { utf8Length } from '../../shared/utf8-rows.ts';
import { WIDE_ENCODINGS } from '../../shared/wide-encodings.ts';

/** An invalid byte becomes a lone surrogate: {@link badByte} finds it, and {@link encodedBytes} counts it as one byte. */
export interface CsvDecoder {
  write(chunk: Buffer): string;
  end(): string;
}

/** The surrogate for byte 0; the other bytes follow. It is a high surrogate, because no lone low one ever follows it. */
const BAD_BYTE = 0xd800;
const badCharacter = (byte: number): string => String.fromCharCode(BAD_BYTE + byte);

export function createCsvDecoder(encoding: CsvEncoding): CsvDecoder {
  switch (encoding) {
    case 'utf-8':
      return utf8Decoder();
    case 'utf-16le':
    case 'utf-16be':
      return utf16Decoder(encoding);
    default:
      return WIDE_ENCODINGS.has(encoding)
        ? wideDecoder(encoding)
        : { write: (chunk) => decodeSingle(chunk, encoding), end: () => '' };
  }
}

function utf8Decoder(): CsvDecoder {
  const split = characterSplitter();
  return { write: (chunk) => decodeUtf8(split.whole(chunk)), end: () => decodeUtf8(split.rest()) };
}

function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let text = '';
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = utf8Length(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    text += bytes.toString('utf8', from, at) + badCharacter(bytes[at]!);
    at += 1;
    from = at;
  }
  return text + bytes.toString('utf8', from);
}

/** For encodings in which one byte is one character. */
const decodeSingle = (bytes: Buffer, encoding: CsvEncoding): string =>
  iconv
    .decode(bytes, encoding, { stripBOM: false })
    .replaceAll('\ufffd', (_, at: number) => badCharacter(bytes[at]!));

/** Smaller bytes are characters of their own in all these encodings; GB18030 has digits within characters. */
const WHOLE_BELOW = 0x30;
/** Bytes held back for the end of a character. Text without a newline, blank or comma in so many is cut anywhere. */
const HELD_BYTES = 2 ** 15;

function wideDecoder(encoding: CsvEncoding): CsvDecoder {
  let rest = Buffer.alloc(0);
  return {
    write(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let end = bytes.length;
      while (end > 0 && bytes[end - 1]! >= WHOLE_BELOW) end -= 1;
      if (end === 0 && bytes.length > HELD_BYTES) end = bytes.length;
      rest = Buffer.from(bytes.subarray(end));
      return decodeWide(bytes.subarray(0, end), encoding);
    },
    end: () => decodeWide(rest, encoding),
  };
}

/** Text counts only if it has as many bytes when it is encoded again: {@link encodedBytes} relies on that. */
function decodeWide(bytes: Buffer, encoding: CsvEncoding): string {
  const whole = iconv.decode(bytes, encoding, { stripBOM: false });
  if (iconv.encode(whole, encoding).equals(bytes)) return whole;
  const known = foundCharacters.get(encoding) ?? new LRUCache<number, FoundCharacter>({ max: MOST_FOUND });
  foundCharacters.set(encoding, known);
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const [character, length] = wideCharacter(bytes, at, encoding, known);
    text += character;
    at += length;
  }
  return text;
}

type FoundCharacter = readonly [character: string, length: number];
type FoundCharacters = LRUCache<number, FoundCharacter>;

/** By encoding and bytes. Finding the characters of a megabyte one by one takes seconds. */
const foundCharacters = new Map<CsvEncoding, FoundCharacters>();
const MOST_FOUND = 2 ** 16;

function wideCharacter(
  bytes: Buffer,
  at: number,
  encoding: CsvEncoding,
  known: FoundCharacters,
): FoundCharacter {
  const [lead, next = -1] = [bytes[at]!, bytes[at + 1]];
  if (lead < 0x80) return [String.fromCharCode(lead), 1];
  const isLong =
    encoding === 'gb18030' ? next >= 0x30 && next <= 0x39 : encoding === 'euc-jp' && lead === 0x8f;
  const key = isLong ? longKey(bytes, at) : lead * 0x200 + next + 1;
  const kept = known.get(key);
  if (kept) return kept;
  const lengths = isLong ? [encoding === 'gb18030' ? 4 : 3] : [1, 2];
  const found = characterOf(bytes, at, lengths, encoding);
  known.set(key, found);
  return found;
}

/** Above those of two bytes. Bytes beyond the end count as one that occurs in no character. */
const longKey = (bytes: Buffer, at: number): number =>
  [0, 1, 2, 3].reduce((key, place) => key * 0x100 + (bytes[at + place] ?? 0xff), 1);

/** The character of one of these lengths in bytes, which encodes to the same bytes; else the first byte, which is invalid. */
function characterOf(
  bytes: Buffer,
  at: number,
  lengths: readonly number[],
  encoding: CsvEncoding,
): FoundCharacter {
  for (const length of lengths) {
    if (at + length > bytes.length) continue;
    const one = bytes.subarray(at, at + length);
    // Of Big5, four are a letter and its accent, which are two code points.
    const character = iconv.decode(one, encoding, { stripBOM: false });
    if (iconv.encode(character, encoding).equals(one)) return [character, length];
  }
  return [badCharacter(bytes[at]!), 1];
}

/** iconv-lite drops the last byte of a file with an odd number of bytes. */
function utf16Decoder(encoding: CsvEncoding): CsvDecoder {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false });
  let isOdd = false;
  return {
    write(chunk) {
      if (chunk.length % 2 === 1) isOdd = !isOdd;
      return decoder.write(chunk);
    },
    end: () => (decoder.end() ?? '') + (isOdd ? badCharacter(0) : ''),
  };
}

/** Only checks (simdutf, some GB/s): Node's fatal TextDecoder would decode everything into strings. */
export function createUtf8Check(): Utf8Check {
  const split = characterSplitter();
  let valid = true;
  return {
    push: (chunk) => (valid &&= isUtf8(split.whole(chunk))),
    end: () => valid && split.rest().length === 0,
  };
}

/** Holds back a character that the next chunk continues. */
function characterSplitter() {
  let rest: Buffer = Buffer.alloc(0);
  return {
    whole(chunk: Uint8Array): Buffer {
      const { buffer, byteOffset, length } = chunk;
      const bytes =
        rest.length === 0 ? Buffer.from(buffer, byteOffset, length) : Buffer.concat([rest, chunk]);
      const end = bytes.length - openTail(bytes);
      rest = Buffer.from(bytes.subarray(end));
      return bytes.subarray(0, end);
    },
    rest: (): Buffer => rest,
  };
}

/** The number of last bytes (0 to 3) that begin a character of the next chunk. */
function openTail(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

const BAD = /\p{Cs}/u;
const EACH_BAD = /\p{Cs}/gu;

/** An invalid byte is one, a code page has one or more a character, and UTF-16 two a code unit. */
export function encodedBytes(text: string, encoding: CsvEncoding): number {
  switch (encoding) {
    case 'utf-8':
      // A lone surrogate counts as the three bytes of U+FFFD.
      return Buffer.byteLength(text) - 2 * (text.match(EACH_BAD)?.length ?? 0);
    case 'utf-16le':
    case 'utf-16be':
      return 2 * text.length;
    default:
      // A lone surrogate becomes a question mark of one byte.
      return WIDE_ENCODINGS.has(encoding) ? iconv.encode(text, encoding).length : text.length;
  }
}

/** The first invalid byte (UTF-16: code unit) of a decoded text, or null. Such text is not stored. */
export function badByte(text: string, encoding: CsvEncoding): string | null {
  const found = BAD.exec(text)?.[0].charCodeAt(0);
  if (found === undefined) return null;
  const [code, digits] = encoding.startsWith('utf-16') ? [found, 4] : [found - BAD_BYTE, 2];
  return `0x${code.toString(16).toUpperCase().padStart(digits, '0')}`;
}

/** Guesses each invalid UTF-8 byte as its Windows-1252 character. The length stays, so that places stay the same. */
export const guessedText = (text: string): string =>
  text.replace(EACH_BAD, (bad) => decodeSingle(Buffer.of(bad.charCodeAt(0) - BAD_BYTE), 'windows-1252'));

/** U+FFFD replaces each invalid byte. */
export const printableText = (text: string): string => text.replace(EACH_BAD, '\ufffd');
