import { expect } from 'chai';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import {
  badByte,
  createCsvDecoder,
  createUtf8Check,
  encodedBytes,
  printableText,
} from '../../../../common/domain/csv-text.ts';
import { byteOrderMark, type CsvEncoding, isOtherFile } from '../../../../shared/csv-encoding.ts';

const isUtf8 = (chunks: readonly Uint8Array[]): boolean => {
  const check = createUtf8Check();
  for (const chunk of chunks) check.push(chunk);
  return check.end();
};

describe('the reader of a CSV file’s encoding', () => {
  it('recognises an encoding by its byte order mark', () => {
    expect(byteOrderMark(Buffer.from('efbbbf61', 'hex'))).to.deep.equal({ encoding: 'utf-8', bytes: 3 });
    expect(byteOrderMark(Buffer.from('fffe6100', 'hex'))).to.deep.equal({ encoding: 'utf-16le', bytes: 2 });
    expect(byteOrderMark(Buffer.from('feff0061', 'hex'))).to.deep.equal({ encoding: 'utf-16be', bytes: 2 });
    expect(byteOrderMark(Buffer.from('email'))).to.equal(null);
    expect(byteOrderMark(Buffer.alloc(0))).to.equal(null);
  });

  it('recognises UTF-8 even if chunks divide characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        (text, size) => {
          const bytes = Buffer.from(text);
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.subarray(at * size, (at + 1) * size),
          );
          expect(isUtf8(chunks)).to.equal(true);
        },
      ),
    );
  });

  it('refuses UTF-8 because of one invalid byte anywhere', () => {
    for (const hex of ['61fc62', 'c3', '61e282', 'c328', 'f0288cbc', 'ed a080'.replace(' ', '')]) {
      const bytes = Buffer.from(hex, 'hex');
      expect(isUtf8([bytes]), hex).to.equal(false);
      expect(isUtf8([...bytes].map((byte) => Buffer.from([byte]))), hex).to.equal(false);
    }
  });

  it('gives the number of bytes of a text', () => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const) {
      const text = encoding === 'windows-1252' ? 'Müller, 5 €' : 'Müller, 5 €, Łódź, 😀';
      expect(encodedBytes(text, encoding), encoding).to.equal(iconv.encode(text, encoding).length);
    }
  });

  /** The text of some bytes, decoded in pieces. */
  const decoded = (bytes: Buffer, encoding: CsvEncoding, size = bytes.length): string => {
    const decoder = createCsvDecoder(encoding);
    let text = '';
    for (let at = 0; at < bytes.length; at += size) text += decoder.write(bytes.subarray(at, at + size));
    return text + decoder.end();
  };

  it('shows the first byte that is invalid in the encoding', () => {
    const files: [CsvEncoding, string, string | null][] = [
      ['utf-8', '61fc62', '0xFC'],
      ['utf-8', '6180', '0x80'],
      ['utf-8', 'c3', '0xC3'],
      ['utf-8', '61e282', '0xE2'],
      ['utf-8', 'c0af', '0xC0'],
      ['utf-8', 'eda080', '0xED'],
      ['utf-8', 'f4908080', '0xF4'],
      ['utf-8', 'c3bc', null],
      ['utf-8', 'efbfbd', null],
      ['windows-1252', '6181', '0x81'],
      ['windows-1252', '80fc', null],
      ['utf-16le', '61003dd86200', '0xD83D'],
      ['utf-16be', 'dc00', '0xDC00'],
      ['utf-16le', '3dd800de', null],
    ];
    for (const [encoding, hex, byte] of files)
      expect(badByte(decoded(Buffer.from(hex, 'hex'), encoding), encoding), hex).to.equal(byte);
    expect(badByte(decoded(Buffer.from('610062', 'hex'), 'utf-16le'), 'utf-16le')).to.be.a('string');
  });

  it('reads a text of as many bytes as the file, whatever they are, and however they are divided', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.uint8Array({ maxLength: 6 }),
            fc.string({ unit: 'binary', maxLength: 4 }).map((text) => Uint8Array.from(Buffer.from(text))),
          ),
          { maxLength: 12 },
        ),
        fc.constantFrom<CsvEncoding>('utf-8', 'windows-1252', 'utf-16le', 'utf-16be'),
        fc.integer({ min: 1, max: 7 }),
        (parts, encoding, size) => {
          const made = Buffer.concat(parts);
          const bytes = encoding.startsWith('utf-16') ? made.subarray(0, 2 * (made.length >> 1)) : made;
          const text = decoded(bytes, encoding, size);
          expect(text).to.equal(decoded(bytes, encoding));
          expect(encodedBytes(text, encoding)).to.equal(bytes.length);
          const isValid = encoding === 'utf-8' ? isUtf8([bytes]) : null;
          if (isValid !== null) expect(badByte(text, encoding) === null).to.equal(isValid);
          expect(badByte(printableText(text), encoding)).to.equal(null);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('recognises archives and workbooks as other files', () => {
    for (const hex of ['1f8b0800', '504b0304', 'd0cf11e0', '25504446']) {
      expect(isOtherFile(Buffer.from(hex, 'hex')), hex).to.equal(true);
    }
    expect(isOtherFile(Buffer.from('email,name'))).to.equal(false);
    expect(isOtherFile(Buffer.alloc(0))).to.equal(false);
  });
});
