import { FULL_NAME, importableColumns } from './csv-columns.ts';
import { foldName } from './fold-name.ts';

interface GuessedTable {
  readonly header: readonly string[];
  /** The field of each column by its heading; null: none. */
  readonly columns: readonly (string | null)[];
  /** The first rows. */
  readonly rows: readonly (readonly string[])[];
  /** Names of all fields. */
  readonly fields: readonly string[];
  /** The type of each custom field, by its name. */
  readonly types: Readonly<Record<string, string>>;
}

/** A column without a field that can be imported, and its cells that are not blank. */
interface UnknownColumn {
  readonly at: number;
  /** Folded words, with single spaces between them. */
  readonly heading: string;
  readonly cells: readonly string[];
}

/** The share of cells that must fit: a wrong guess is worse than none. */
const MOST = 0.8;
/** Cells that a column must have, unless they are addresses. */
const FEWEST = 3;
/** Longer cells fit nothing. */
const CELL_MAX = 254;

const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Postal codes whose form shows what they are: Germany with its letter, United Kingdom, Canada, Netherlands, Poland, Czechia, United States. */
const POSTAL_CODE =
  /^(?:(?:D|A|CH|F|DE|AT|FR)-\d{4,5}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|[1-9]\d{3} ?[A-Z]{2}|\d\d-\d{3}|\d{3} \d\d|\d{5}-\d{4})$/;
/** Digits may be a number of a customer or an article as well. */
const POSTAL_DIGITS = /^(?:0[1-9]|[1-9]\d)\d{2,3}$/;
const POSTAL_HEADING =
  /post ?(?:al|code|leit|n(?:umme)?r|inumero)|codice postale|zip(?: ?code)?\b|plz\b|\b(?:cap|psc|cep|kod pocztowy|iranyitoszam)\b/;
/** Fits a postal code, but also the code of a voucher or an article. */
const CODE_HEADING = /^codes?$/;

const STREET =
  /^(?:[\p{L}.' -]+(?:str(?:asse|\.)?|weg|platz|allee|gasse|ring|damm|ufer|laan|straat|plein)\s+\d+\s?[a-z]?(?:\s?[-/]\s?\d+\s?[a-z]?)?|\d+[a-z]?,? [\p{L}.' -]+ (?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|court|ct)\.?|\d+(?: ?bis| ?ter)?,? (?:rue|avenue|boulevard|place|chemin|impasse|allee|quai) [\p{L}.' -]+)$/u;

/** The whole heading: with other words, it may be the country of a birth, a delivery or a journey. */
const COUNTRY_HEADING =
  /^(?:(?:iso|home|your|ihr|mein|contact|customer|kunden?) )*(?:pais|paese|nazione|nation|staat|land|kraj|zeme|orszag|country|countries|iso)(?: (?:code|iso|name|kurzel|\d|alpha|of residence|de residencia|di residenza))*$/;
/** Other headings of the country that a person is in. */
const ORIGIN_HEADING =
  /^(?:herkunft(?:sland)?|wohnsitz(?:land)?|origin|where|residence|origine|procedencia|provenienza)$/;
/** An address of two words, such as `ada.lovelace@example.com`. */
const NAMED_ADDRESS = /^(\p{L}+)[._-](\p{L}+)\d{0,4}@([^\s@]+)$/u;
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
const BIRTH = /birth|geb|naiss|nasc|nacim|urodz|\bdob\b|bday/;
/** Words that name a column and not what it has: `Column 4`, `Spalte D`, `F3`, `Datum`. */
const SAYS_NOTHING =
  /^(?:(?:column|col|spalte|field|feld|colonne|champ|columna|campo|kolumna|unnamed|var|value|wert|number|zahl|nombre|date|datum|fecha|data|[fvx])? ?(?:\d+|[a-z])?)$/;

const DATE = /^(?:(\d{4})[-/](\d\d?)[-/](\d\d?)|(\d\d?)([./-])(\d\d?)\5(\d{4}))(?:[T ,]+\d\d?:\d\d.*)?$/;
const NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:[. ']\d{3})+)(?:[.,]\d+)?$/;
/** Digits that are no number: codes and telephone numbers. */
const DIGITS_ALONE = /^(?:0\d|\+|\d{12})/;

const [YEAR_OF_ADULTS, YEARS_OF_AGES] = [18, 15];

const mostOf = (cells: readonly string[], fits: (cell: string) => boolean): boolean =>
  cells.filter((cell) => cell.length <= CELL_MAX && fits(cell)).length >= MOST * cells.length;

/** Values of people: a column that says the same in most rows is about something else. */
const areDistinct = (cells: readonly string[]): boolean =>
  cells.length < FEWEST || 2 * new Set(cells.map((cell) => cell.toLowerCase())).size > cells.length;

/** Codes of unions, of invented places and of none, which browsers name like countries. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** Names of countries as the browser's languages have them, and their codes. */
function countryWords(): { names: ReadonlySet<string>; codes: ReadonlySet<string> } {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at));
  const regions = ['en', 'de', 'fr', 'es', 'it', 'nl'].map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  );
  const pairs = letters.flatMap((one) => letters.map((other) => one + other));
  const codes = new Set(
    pairs.filter((code) => !NO_COUNTRIES.has(code) && regions[0]!.of(code) !== undefined),
  );
  const names = new Set(
    [...codes].flatMap((code) => regions.map((region) => foldName(region.of(code) ?? code))),
  );
  return { names, codes };
}

/** Headings in any script, without what stands between and around their words. */
const wordsOf = (heading: string): string =>
  foldName(heading)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const isDate = (cell: string): boolean => {
  const [, , month, day, first, , second] = DATE.exec(cell) ?? [];
  const [one, other] = [Number(month ?? first), Number(day ?? second)];
  return one >= 1 && other >= 1 && Math.max(one, other) <= 31 && Math.min(one, other) <= 12;
};

/** Whether dates spread over decades and most are of adults. */
function areBirthdays(cells: readonly string[]): boolean {
  const years = cells
    .map((cell) => DATE.exec(cell))
    .flatMap((found) => (found ? [Number(found[1] ?? found[7])] : []))
    .toSorted((one, other) => one - other);
  const middle = years[Math.floor(years.length / 2)] ?? 0;
  return middle <= new Date().getFullYear() - YEAR_OF_ADULTS && years.at(-1)! - years[0]! >= YEARS_OF_AGES;
}

/** How addresses may spell a name. */
const spellingsOf = (name: string): string[] =>
  name.length > CELL_MAX
    ? []
    : [name, name.toLowerCase().replaceAll(/[äöüß]/g, (letter) => UMLAUTS[letter]!)].map((one) =>
        foldName(one).replaceAll(/[^\p{L}]+/gu, ''),
      );

/**
 * Fields of columns whose headings say nothing, by their cells. Null: the column has a field, most of its cells fit no field, or several
 * columns fit one field. A field that another column has is not guessed. Nothing is guessed for a table without a header.
 */
export function guessColumns({ header, columns, rows, fields, types }: GuessedTable): (string | null)[] {
  const guessed: (string | null)[] = header.map(() => null);
  if (header.some((heading) => EMAIL.test(heading.trim().slice(0, CELL_MAX)))) return guessed;
  const importable = importableColumns(header);
  const isFree = (field: string): boolean =>
    fields.includes(field) && !columns.includes(field) && !guessed.includes(field);
  const unknown = (): UnknownColumn[] =>
    header.flatMap((heading, at) =>
      importable[at] && columns[at] === null && guessed[at] === null
        ? [
            {
              at,
              heading: wordsOf(heading),
              cells: rows.map((cells) => (cells[at] ?? '').trim()).filter((cell) => cell !== ''),
            },
          ]
        : [],
    );
  const guess = (field: string | undefined, fits: (column: UnknownColumn) => boolean, fewest = FEWEST) => {
    if (field === undefined || !isFree(field)) return;
    const found = unknown().filter((column) => column.cells.length >= fewest && fits(column));
    if (found.length === 1) guessed[found[0]!.at] = field;
  };
  const isBeside = (at: number, field: string): boolean =>
    [at - 1, at + 1].some((near) => columns[near] === field);

  guess(
    'email',
    ({ cells }) =>
      cells.length >= MOST * rows.length && areDistinct(cells) && mostOf(cells, (cell) => EMAIL.test(cell)),
    1,
  );
  if (isFree('country')) {
    const { names, codes } = countryWords();
    guess('country', ({ heading, cells }) => {
      const isCountry = COUNTRY_HEADING.test(heading);
      return (
        (isCountry || ORIGIN_HEADING.test(heading) || SAYS_NOTHING.test(heading)) &&
        mostOf(cells, (cell) => names.has(foldName(cell)) || (isCountry && codes.has(cell.toUpperCase())))
      );
    });
  }
  guess('postal_code', ({ at, heading, cells }) => {
    const isPostal = POSTAL_HEADING.test(heading);
    const saysNothing = SAYS_NOTHING.test(heading);
    return (
      (isPostal || saysNothing || CODE_HEADING.test(heading)) &&
      mostOf(
        cells,
        (cell) =>
          POSTAL_CODE.test(cell.toUpperCase()) ||
          (POSTAL_DIGITS.test(cell) && (isPostal || (saysNothing && isBeside(at, 'city')))),
      )
    );
  });
  guess('address_line1', ({ cells }) =>
    mostOf(cells, (cell) => STREET.test(foldName(cell).replaceAll('ß', 'ss'))),
  );
  guessNames();
  guessCustom('datetime-local', ({ cells }) => mostOf(cells, isDate));
  guessCustom('number', ({ cells }) =>
    mostOf(cells, (cell) => NUMBER.test(cell) && !DIGITS_ALONE.test(cell)),
  );
  return guessed;

  /**
   * Two columns have the words of most addresses of the form `ada.lovelace@example.com`. The heading of one says which word is the first name;
   * without it, such addresses of several domains do.
   */
  function guessNames(): void {
    const address = header.findIndex((_, at) => (columns[at] ?? guessed[at]) === 'email');
    if (address === -1 || columns.includes(FULL_NAME)) return;
    const people = rows.flatMap((cells) => {
      const cell = (cells[address] ?? '').trim();
      const [, one, other, domain] = (cell.length <= CELL_MAX && NAMED_ADDRESS.exec(cell)) || [];
      return one && other && domain ? [{ cells, words: [one, other].map(foldName), domain }] : [];
    });
    if (people.length < FEWEST) return;
    const hasWord = (at: number, word: 0 | 1): boolean =>
      people.filter(({ cells, words }) => spellingsOf((cells[at] ?? '').trim()).includes(words[word]!))
        .length >=
      MOST * people.length;
    const [first, last] = [columns.indexOf('first_name'), columns.indexOf('last_name')];
    if (first === -1 && last === -1) {
      const counts = ([0, 1] as const).map((word) => unknown().filter(({ at }) => hasWord(at, word)).length);
      const domains = new Set(people.map(({ domain }) => domain.toLowerCase()));
      if (domains.size < FEWEST || counts.some((count) => count !== 1)) return;
      guess('first_name', ({ at }) => hasWord(at, 0));
      guess('last_name', ({ at }) => hasWord(at, 1));
    } else
      for (const word of [0, 1] as const) {
        const other = word === 0 ? 1 : 0;
        if (last === -1 && hasWord(first, word)) guess('last_name', ({ at }) => hasWord(at, other));
        if (first === -1 && hasWord(last, word)) guess('first_name', ({ at }) => hasWord(at, other));
      }
  }

  /** A column goes to the only field of its type. Birthdays go to a field for them, other dates to none. */
  function guessCustom(type: string, fits: (column: UnknownColumn) => boolean): void {
    const free = Object.keys(types).filter((name) => types[name] === type && isFree(name));
    const birth = free.filter((name) => BIRTH.test(foldName(name)));
    const isBirth = type !== 'number' && birth.length === 1;
    if (isBirth)
      guess(
        birth[0],
        (column) =>
          fits(column) &&
          areBirthdays(column.cells) &&
          (SAYS_NOTHING.test(column.heading) || BIRTH.test(column.heading)),
      );
    const others = free.filter((name) => isFree(name) && !birth.includes(name));
    if (others.length !== 1) return;
    guess(
      others[0],
      (column) =>
        fits(column) &&
        SAYS_NOTHING.test(column.heading) &&
        !(type === 'datetime-local' && areBirthdays(column.cells)),
    );
  }
}
