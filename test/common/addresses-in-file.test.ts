import { expect } from 'chai';
import iconv from 'iconv-lite';
import { addressesInFile } from '../../common/addresses-in-file.ts';
import type { CsvEncoding } from '../../common/domain/csv-encoding.ts';
import { createAddressFinder } from '../../common/domain/erased-addresses.ts';

const ADDRESS = 'jürgen@example.com';
const finder = createAddressFinder((norm) => (norm === ADDRESS ? norm : undefined));

/** The file in pieces of so many bytes. */
async function* inPieces(file: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

describe('addresses in a file', () => {
  const line = (name: string): string => `${name},€ and ü,"Müller"\n`;
  const others = Array.from({ length: 200 }, (_, at) => line(`person${at}@example.com`)).join('');
  const text = `email,a,b\n${others}${line(ADDRESS)}${others}${line('JÜRGEN@Example.com')}${line(`x${ADDRESS}`)}`;

  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as CsvEncoding[]) {
    const file = iconv.encode(text, encoding, { addBOM: encoding !== 'windows-1252' });
    for (const size of [7, 1000, 1_000_000]) {
      it(`are found in ${encoding}, read in pieces of ${size} bytes`, async () => {
        const found: string[] = [];
        for await (const { offset, length, text } of addressesInFile(
          inPieces(file, size),
          encoding,
          finder,
        )) {
          expect(
            iconv.decode(file.subarray(offset, offset + length), encoding, { stripBOM: false }),
          ).to.equal(text);
          found.push(text);
        }
        expect(found).to.deep.equal([ADDRESS, 'JÜRGEN@Example.com']);
      });
    }
  }
});
