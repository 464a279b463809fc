import { expect } from 'chai';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { detectAll } from 'jschardet';
import {
  badByte,
  createCsvDecoder,
  createUtf8Check,
  encodedBytes,
  printableText,
} from '../../../../common/domain/csv-text.ts';
import {
  byteOrderMark,
  CSV_ENCODINGS,
  type CsvEncoding,
  encodingOfContents,
  isOtherFile,
  statedEncoding,
} from '../../../../shared/csv-encoding.ts';
import { NAMES_BY_LANGUAGE, namesFile } from '../../../support/names-by-language.ts';
import { namedPeople } from '../../../support/people-files.ts';

const LANGUAGES = Object.entries(NAMES_BY_LANGUAGE);

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
    for (const encoding of CSV_ENCODINGS) {
      const language = LANGUAGES.find(([, [encodings]]) => encodings.includes(encoding))?.[0];
      const text = language ? namesFile(language, 50) : 'Müller, 5 €, Łódź, 😀';
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
      ['windows-1257', '61a162', '0xA1'],
      ['iso-8859-2', '61b1', null],
      ['shift_jis', '93fa967b2c82', '0x82'],
      ['shift_jis', '93fa967bb1', null],
      ['shift_jis', 'ff2c93fa', '0xFF'],
      ['euc-jp', 'c6fccbdc8eb1', null],
      ['euc-jp', 'c6fccb', '0xCB'],
      ['gb18030', 'c4e30a81308130', null],
      ['gb18030', 'c4e30a8130', '0x81'],
      ['big5', 'a7da2ca1', '0xA1'],
      ['big5', '80002c88a3', '0x80'],
      ['euc-kr', 'b1e82cb1', '0xB1'],
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
        fc.constantFrom(...CSV_ENCODINGS),
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

  const foundIn = async (bytes: Buffer) =>
    statedEncoding(bytes) ??
    encodingOfContents(
      async function* read() {
        yield bytes;
      },
      createUtf8Check(),
      async (sample) => detectAll(sample),
    );

  for (const [language, [encodings]] of LANGUAGES) {
    for (const encoding of encodings) {
      it(`guesses ${encoding} of ${language} names`, async () => {
        for (const rows of [8, 200, 2000]) {
          const text = namesFile(language, rows);
          const bytes = iconv.encode(text, encoding);
          const found = await foundIn(bytes);
          expect(decoded(bytes, found.encoding), `${found.encoding}, ${rows} rows`).to.equal(text);
          expect(found).to.deep.include({ encoding_by: 'guess', encoding_certain: false });
        }
      });
    }
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      it(`recognises ${encoding} of ${language} names without a mark`, async () => {
        const bytes = iconv.encode(namesFile(language, 20), encoding, { addBOM: false });
        expect(await foundIn(bytes)).to.deep.equal({
          encoding,
          encoding_by: 'content',
          encoding_certain: true,
        });
      });
    }
  }

  for (const encoding of CSV_ENCODINGS)
    it(`finds ${encoding} of forty people of any language`, () =>
      fc.assert(
        fc.asyncProperty(namedPeople(encoding), async ({ base64, people }) => {
          const bytes = Buffer.from(base64, 'base64');
          const found = await foundIn(bytes);
          const rows = decoded(bytes, found.encoding).split(/\r?\n/).slice(1);
          expect(
            rows.map((row) => row.split(/[,;\t|]/)),
            found.encoding,
          ).to.deep.equal(people);
        }),
        { numRuns: 4 },
      ));

  it('guesses Windows-1252 of typographic signs, and of foreign names among others', async () => {
    for (const text of [
      'a@example.com;O’Brien;“Big” house – north\n'.repeat(9),
      'a@example.com;it’s;50 € • paid…\n'.repeat(9),
      namesFile('german', 200) + namesFile('spanish', 40) + namesFile('french', 60),
    ])
      expect((await foundIn(iconv.encode(text, 'windows-1252'))).encoding).to.equal('windows-1252');
  });

  it('guesses by lines with other bytes, however far behind the head they are', async () => {
    const plain = 'p@example.com;Eva;Winter;Bonn\n'.repeat(20_000);
    const bytes = iconv.encode(plain + namesFile('polish', 8), 'windows-1250');
    expect((await foundIn(bytes)).encoding).to.equal('windows-1250');
  });

  it('recognises archives and workbooks as other files', () => {
    for (const hex of ['1f8b0800', '504b0304', 'd0cf11e0', '25504446']) {
      expect(isOtherFile(Buffer.from(hex, 'hex')), hex).to.equal(true);
    }
    expect(isOtherFile(Buffer.from('email,name'))).to.equal(false);
    expect(isOtherFile(Buffer.alloc(0))).to.equal(false);
  });
});
