import { setImmediate as immediate } from 'node:timers/promises';
import iconv from 'iconv-lite';
import { type CsvEncoding, encodedBytes } from './domain/csv-encoding.ts';
import type { AddressFinder } from './domain/erased-addresses.ts';

/** Characters that are read again with the next piece: an address may begin in one piece and end in the next. */
const OVERLAP = 1024;
/** No address has so many characters. */
const LONGEST = 512;

/** Where a text in a file is. */
export interface PlaceInFile {
  /** The byte at which it begins. */
  readonly offset: number;
  readonly text: string;
  /** How many bytes it has. */
  readonly length: number;
}

/** Finds addresses in a file. It needs the same memory for a file of any size. */
export async function* addressesInFile(
  file: AsyncIterable<Buffer>,
  encoding: CsvEncoding,
  { find }: Pick<AddressFinder, 'find'>,
): AsyncGenerator<PlaceInFile> {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false });
  const placeOf = (text: string, { from, to }: { from: number; to: number }): PlaceInFile => {
    const found = text.slice(from, to);
    return {
      offset: offset + encodedBytes(text.slice(0, from), encoding),
      text: found,
      length: encodedBytes(found, encoding),
    };
  };
  let text = '';
  let offset = 0;
  for await (const chunk of file) {
    await immediate();
    text += decoder.write(chunk);
    const keep = cutOf(text);
    for (const place of find(text)) if (place.from < keep) yield placeOf(text, place);
    offset += encodedBytes(text.slice(0, keep), encoding);
    text = text.slice(keep);
  }
  text += decoder.end() ?? '';
  for (const place of find(text)) yield placeOf(text, place);
}

/** Where the part of a text begins that is read again: at no address, and in the middle of no character. */
function cutOf(text: string): number {
  const at = Math.max(0, text.length - OVERLAP);
  for (let cut = at; cut > 0 && cut > at - LONGEST; cut -= 1) {
    if (/[\s,;"]/.test(text[cut - 1]!)) return cut;
  }
  return at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}
