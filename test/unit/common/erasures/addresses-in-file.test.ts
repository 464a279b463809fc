import { expect } from 'chai';
import iconv from 'iconv-lite';
import { createAddressFinder } from '../../../../common/domain/erased-addresses.ts';
import { addressesInFile } from '../../../../common/erasures/addresses-in-file.ts';
import type { CsvEncoding } from '../../../../shared/csv-encoding.ts';

const ADDRESS = 'jürgen@example.com';
const finder = createAddressFinder((norm) => (norm === ADDRESS ? norm : undefined));

/** The file in pieces of so many bytes. */
async function* inPieces(file: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

const utf16 = (text: string): number[] => [...Buffer.from(text, 'utf16le')];

describe('the finder of addresses in a file', () => {
  const line = (name: string): string => `${name},€ and ü,"Müller"\n`;
  const others = Array.from({ length: 200 }, (_, at) => line(`person${at}@example.com`)).join('');
  const text = `email,a,b\n${others}${line(ADDRESS)}${others}${line('JÜRGEN@Example.com')}${line(`x${ADDRESS}`)}`;

  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as CsvEncoding[]) {
    const file = iconv.encode(text, encoding, { addBOM: encoding !== 'windows-1252' });
    for (const size of [7, 1000, 1_000_000]) {
      it(`finds addresses in ${encoding}, read in pieces of ${size} bytes`, async () => {
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

  it('finds addresses in UTF-8 where a row is of Windows-1252', async () => {
    const file = Buffer.concat([Buffer.from('Zoë,'), iconv.encode(ADDRESS, 'windows-1252')]);
    const found: object[] = [];
    for await (const place of addressesInFile(inPieces(file, 6), 'utf-8', finder)) found.push(place);
    expect(found).to.deep.equal([{ offset: 5, text: ADDRESS, length: 18 }]);
  });

  const bytes = (...parts: (string | number[])[]): Buffer =>
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    );
  const damaged: [CsvEncoding, Buffer][] = [
    // Bytes that UTF-8 does not have, before, at and behind an address, and at the end of the file.
    [
      'utf-8',
      bytes(
        'Andr\xe9\xe9\xff, \xe9ada@example.com\xc3;\xf0\x9f;',
        [0xf0, 0x9f, 0x98, 0x80],
        'ada@example.com\xe2',
      ),
    ],
    ['windows-1252', bytes('\x81\x8d\xe9 ada@example.com\x9d;\x90\xfc;ada@example.com\x81')],
    [
      'utf-16le',
      bytes(
        [0x3d, 0xd8],
        utf16('ada@example.com'),
        [0, 0xdc],
        utf16(';x'),
        [0, 0xdc],
        utf16('ada@example.com'),
        [0x61],
      ),
    ],
  ];
  for (const [encoding, file] of damaged) {
    for (const size of [1, 5, 1000]) {
      it(`finds addresses in ${encoding} with bytes that it does not have, read in pieces of ${size} bytes`, async () => {
        const ada = createAddressFinder((norm) => (norm === 'ada@example.com' ? norm : undefined));
        const found: string[] = [];
        for await (const { offset, length } of addressesInFile(inPieces(file, size), encoding, ada))
          found.push(iconv.decode(file.subarray(offset, offset + length), encoding));
        expect(found).to.deep.equal(['ada@example.com', 'ada@example.com']);
      });
    }
  }
});
