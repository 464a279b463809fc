import { setImmediate as immediate } from 'node:timers/promises';
import type { CsvEncoding } from '../../shared/csv-encoding.ts';
import { badByte, createCsvDecoder, encodedBytes, guessedText } from '../domain/csv-text.ts';
import type { AddressFinder } from '../domain/erased-addresses.ts';

/** Characters read again with the next piece: an address may be split between two pieces. */
const OVERLAP = 1024;
/** More than any address has. */
const LONGEST = 512;

/** In bytes. */
interface PlaceInFile {
  readonly offset: number;
  readonly text: string;
  readonly length: number;
}

/** Finds addresses in a file. The memory it needs does not depend on the file's size. */
export async function* addressesInFile(
  file: AsyncIterable<Buffer>,
  encoding: CsvEncoding,
  { find }: Pick<AddressFinder, 'find'>,
): AsyncGenerator<PlaceInFile> {
  const decoder = createCsvDecoder(encoding);
  /** Places that begin before this character. */
  function* placesIn(text: string, before: number): Generator<PlaceInFile> {
    const isDamaged = encoding === 'utf-8' && badByte(text, encoding) !== null;
    for (const reading of isDamaged ? [text, guessedText(text)] : [text]) {
      for (const { from, to } of find(reading)) {
        if (from >= before) continue;
        yield {
          offset: offset + encodedBytes(text.slice(0, from), encoding),
          text: reading.slice(from, to),
          length: encodedBytes(text.slice(from, to), encoding),
        };
      }
    }
  }
  let text = '';
  let offset = 0;
  for await (const chunk of file) {
    await immediate();
    text += decoder.write(chunk);
    const keep = cutOf(text);
    yield* placesIn(text, keep);
    offset += encodedBytes(text.slice(0, keep), encoding);
    text = text.slice(keep);
  }
  text += decoder.end();
  yield* placesIn(text, text.length);
}

/** Where the repeated part of a text begins: not within an address or a character. */
function cutOf(text: string): number {
  const at = Math.max(0, text.length - OVERLAP);
  for (let cut = at; cut > 0 && cut > at - LONGEST; cut -= 1) {
    if (/[\s,;"]/.test(text[cut - 1]!)) return cut;
  }
  return at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}
