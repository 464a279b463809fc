import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { CSV_ENCODINGS, type CsvEncoding } from '../../shared/csv-encoding.ts';
import { WIDE_ENCODINGS } from '../../shared/wide-encodings.ts';
import { NAMES_BY_LANGUAGE, namesOf } from './names-by-language.ts';

/** A file of people in an encoding. Its bytes are in base64, so that it can be printed and shrunk as a text. */
export interface PeopleFile {
  readonly base64: string;
  /** Given to the upload, or null: the service finds it. */
  readonly encoding: CsvEncoding | null;
  /** Contacts that the import must store: address, first name, last name, city. */
  readonly people: readonly (readonly [string, string, string, string])[];
}

const LANGUAGES = Object.entries(NAMES_BY_LANGUAGE);

/** All languages are written in the encodings of Unicode. */
const languagesIn = (encoding: CsvEncoding): string[] =>
  LANGUAGES.filter(([, [pages]]) => encoding.startsWith('utf') || pages.includes(encoding)).map(
    ([name]) => name,
  );

type Cells = readonly [string, string, string];

/** Rows: enough names to guess the encoding. */
const [LEAST, MOST] = [40, 60];

function fileOf(
  encoding: CsvEncoding,
  cells: fc.Arbitrary<Cells>,
  isGiven: boolean,
): fc.Arbitrary<PeopleFile> {
  return fc
    .tuple(
      fc.array(cells, { minLength: LEAST, maxLength: MOST }),
      fc.nat(),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
    )
    .map(([rows, file, delimiter, newline, addBOM]) => {
      const people = rows.map((row, at) => [`p${at}.${file}@example.com`, ...row] as const);
      const lines = [['email', 'first_name', 'last_name', 'city'], ...people];
      const text = lines.map((line) => line.join(delimiter)).join(newline);
      return {
        base64: iconv.encode(text, encoding, { addBOM }).toString('base64'),
        encoding: isGiven ? encoding : null,
        people,
      };
    });
}

/** People with names of a language that is written in the encoding. The upload does not name the encoding. */
export const namedPeople = (encoding: CsvEncoding): fc.Arbitrary<PeopleFile> =>
  fc.constantFrom(...languagesIn(encoding)).chain((language) => {
    const [first, last, city] = namesOf(language);
    const cells = fc.tuple(fc.constantFrom(...first), fc.constantFrom(...last), fc.constantFrom(...city));
    return fileOf(encoding, cells, false);
  });

const BYTES = Array.from({ length: 0x80 }, (_, at) => 0x80 + at);
const TRAILS = Array.from({ length: 0xbf }, (_, at) => 0x40 + at);

/** The letters beyond ASCII of a code page, at most two bytes each. */
function lettersOf(encoding: CsvEncoding): string[] {
  const all = WIDE_ENCODINGS.has(encoding)
    ? BYTES.flatMap((lead) => TRAILS.map((trail) => Buffer.of(lead, trail)))
    : BYTES.map((byte) => Buffer.of(byte));
  return all
    .map((bytes) => [bytes, iconv.decode(bytes, encoding)] as const)
    .filter(([bytes, text]) => /^\p{L}$/u.test(text) && iconv.encode(text, encoding).equals(bytes))
    .map(([, text]) => text);
}

const words = new Map<CsvEncoding, fc.Arbitrary<string>>();

function wordIn(encoding: CsvEncoding): fc.Arbitrary<string> {
  const letters = encoding.startsWith('utf')
    ? [...lettersOf('shift_jis'), ...lettersOf('windows-1256'), '𠮷']
    : lettersOf(encoding);
  return fc
    .array(fc.constantFrom(...letters, 'x'), { minLength: 1, maxLength: 12 })
    .map((some) => some.join(''));
}

/** People with names of any letters of the encoding, which the upload names. */
export function anyPeople(encoding: CsvEncoding): fc.Arbitrary<PeopleFile> {
  const word = words.get(encoding) ?? wordIn(encoding);
  words.set(encoding, word);
  return fileOf(encoding, fc.tuple(word, word, word), true);
}

/** Files of both kinds in all encodings. */
export const peopleFile: fc.Arbitrary<PeopleFile> = fc
  .tuple(fc.constantFrom(...CSV_ENCODINGS), fc.constantFrom(namedPeople, anyPeople))
  .chain(([encoding, people]) => people(encoding));
