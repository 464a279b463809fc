import { expect } from 'chai';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import {
  byteOrderMark,
  createUtf8Check,
  encodedBytes,
  isDamaged,
  isOtherFile,
} from '../../../common/domain/csv-encoding.ts';

const isUtf8 = (chunks: readonly Uint8Array[]): boolean => {
  const check = createUtf8Check();
  for (const chunk of chunks) check.push(chunk);
  return check.end();
};

describe('the encoding of a CSV file', () => {
  it('is recognised by its byte order mark', () => {
    expect(byteOrderMark(Buffer.from('efbbbf61', 'hex'))).to.deep.equal({ encoding: 'utf-8', bytes: 3 });
    expect(byteOrderMark(Buffer.from('fffe6100', 'hex'))).to.deep.equal({ encoding: 'utf-16le', bytes: 2 });
    expect(byteOrderMark(Buffer.from('feff0061', 'hex'))).to.deep.equal({ encoding: 'utf-16be', bytes: 2 });
    expect(byteOrderMark(Buffer.from('email'))).to.equal(null);
    expect(byteOrderMark(Buffer.alloc(0))).to.equal(null);
  });

  it('is UTF-8 even if chunks divide characters', () => {
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

  it('is not UTF-8 because of one invalid byte anywhere', () => {
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

  it('shows bytes that are invalid in it', () => {
    expect(isDamaged(iconv.decode(Buffer.from([0x61, 0x81]), 'windows-1252'), 'windows-1252')).to.equal(true);
    expect(isDamaged(iconv.decode(Buffer.from([0x80, 0xfc]), 'windows-1252'), 'windows-1252')).to.equal(
      false,
    );
    expect(isDamaged('a\ud800b', 'utf-16le')).to.equal(true);
    expect(isDamaged('a😀b', 'utf-16le')).to.equal(false);
    expect(isDamaged('\ufffd', 'utf-8')).to.equal(false);
  });

  it('is not looked for in archives and workbooks', () => {
    for (const hex of ['1f8b0800', '504b0304', 'd0cf11e0', '25504446']) {
      expect(isOtherFile(Buffer.from(hex, 'hex')), hex).to.equal(true);
    }
    expect(isOtherFile(Buffer.from('email,name'))).to.equal(false);
    expect(isOtherFile(Buffer.alloc(0))).to.equal(false);
  });
});
