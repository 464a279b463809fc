import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { CSV_ENCODINGS } from '../../../shared/csv-encoding.ts';
import { oddText, upTo } from './texts.ts';

const NAMES = [
  'email',
  'Email',
  'E_MAIL',
  'first_name',
  'First Name',
  'last_name',
  'alt_email',
  'country',
  'state',
  'city',
  'address_line1',
  'postal_code',
  'age',
  'birth_date',
  'note',
  '__proto__',
  'constructor',
  '',
];

/** An uploaded file. Its bytes are in base64, so that it can be printed and shrunk as a text. */
export interface CsvFile {
  readonly base64: string;
  readonly name: string;
}

/** Bytes that are not UTF-8, after some that are. */
const INVALID = Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0x00, 0x81]);

/** Other letters than those of a code page become question marks in it. */
const writer: fc.Arbitrary<(text: string) => Buffer> = fc.oneof(
  {
    arbitrary: fc.tuple(fc.constantFrom(...CSV_ENCODINGS), fc.boolean()).map(
      ([encoding, addBOM]) =>
        (text: string) =>
          iconv.encode(text, encoding, { addBOM }),
    ),
    weight: 12,
  },
  { arbitrary: fc.constant((text: string) => Buffer.from(text)), weight: 6 },
  { arbitrary: fc.constant((text: string) => Buffer.concat([Buffer.from(text), INVALID])), weight: 2 },
);

const address = fc
  .tuple(
    fc.stringMatching(/^[a-z0-9]{1,12}$/),
    fc.constantFrom('x.example', 'y.example', 'bücher.example', 'a', '-x.example'),
  )
  .map(([local, domain]) => `${local}@${domain}`);

const cell = fc.oneof(
  { arbitrary: address, weight: 40 },
  {
    arbitrary: fc.constantFrom(
      '1',
      'DE',
      'Germany',
      'Île-de-France',
      '2020-02-30',
      '1e400',
      'NaN',
      '=1+1',
      '"',
      '""',
      'a"b',
    ),
    weight: 40,
  },
  { arbitrary: oddText(2000), weight: 30 },
  // Up to the maximum size of a record, and beyond.
  {
    arbitrary: fc
      .tuple(fc.constantFrom('a', '\u0301\u0316', '"', '\n', 'ﬁ'), fc.integer({ min: 0, max: 600_000 }))
      .map(([one, times]) => one.repeat(times)),
    weight: 1,
  },
);

const quote = (text: string, quoted: number): string => {
  if (quoted === 0) return text;
  // 2: correct; 1: never closed, or closed too early.
  return quoted === 1 ? `"${text}` : `"${text.replaceAll('"', '""')}"`;
};

const quoting = fc.oneof(
  { arbitrary: fc.constant(2), weight: 12 },
  { arbitrary: fc.constant(0), weight: 12 },
  { arbitrary: fc.constant(1), weight: 1 },
);

const row = (delimiter: string) =>
  fc
    .array(fc.tuple(cell, quoting), { maxLength: 6 })
    .map((cells) => cells.map(([text, quoted]) => quote(text, quoted)).join(delimiter));

const header = (delimiter: string) =>
  fc.oneof(
    {
      arbitrary: fc
        .array(fc.constantFrom(...NAMES), { maxLength: 5 })
        .map((names) => ['email', ...names].join(delimiter)),
      weight: 8,
    },
    {
      arbitrary: fc.array(oddText(50), { maxLength: 5 }).map((names) => ['email', ...names].join(delimiter)),
      weight: 2,
    },
    { arbitrary: upTo(5000).map((count) => `email${`${delimiter}x`.repeat(count)}`), weight: 1 },
    { arbitrary: oddText(50), weight: 1 },
  );

export const csvFile: fc.Arbitrary<CsvFile> = fc
  .constantFrom(',', ';', '\t', '|')
  .chain((delimiter) =>
    fc.tuple(
      header(delimiter),
      fc.array(row(delimiter), { maxLength: 40, size: 'max' }),
      upTo(3000),
      fc.constantFrom('\n', '\r\n', '\r'),
      writer,
      fc.constantFrom('people.csv', 'a.CSV', 'ü\u202E.csv', `${'x'.repeat(300)}.csv`, 'people.txt'),
    ),
  )
  .map(([names, rows, more, newline, write, name]) => {
    const plain = Array.from({ length: more }, (_, at) => `p${at}@x.example`);
    return { base64: write([names, ...rows, ...plain].join(newline)).toString('base64'), name };
  });
