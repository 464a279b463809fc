import { expect } from 'chai';
import { mapColumns } from '../../../../shared/csv-columns.ts';
import { guessColumns } from '../../../../shared/guess-columns.ts';

const FIELDS = [
  'first_name',
  'last_name',
  'email',
  'alt_email',
  'country',
  'city',
  'address_line1',
  'postal_code',
] as const;

interface Export {
  readonly table: string;
  /** The custom fields of the account. */
  readonly types?: Readonly<Record<string, string>>;
  /** By heading or cells, in the order of the columns. */
  readonly becomes: readonly (string | null)[];
}

/** Exports of other programs. A blank heading is one of the file, too. */
const EXPORTS: Readonly<Record<string, Export>> = {
  'a German shop without a word for the address': {
    table: `Kunde;Erreichbar unter;Vorname;PLZ;Ort
10001;ada@example.org;Ada;50667;Köln
10002;bob@example.org;Bob;80331;München
10003;cid@example.org;Cid;10115;Berlin`,
    becomes: [null, 'email', 'first_name', 'postal_code', 'city'],
  },
  'a German spreadsheet with numbered columns': {
    table: `Spalte1;Spalte2;Spalte3;Spalte4
ada@example.org;Deutschland;Hauptstraße 12;03.07.1961
bob@example.org;Österreich;Am Ring 3a;24.12.1988
cid@example.org;Schweiz;Marktplatz 7;01.02.1975`,
    types: { geburtstag: 'datetime-local', letzter_kauf: 'datetime-local' },
    becomes: ['email', 'country', 'address_line1', 'geburtstag'],
  },
  'a German club with the code next to its city': {
    table: `Mitglied;Kontakt;Spalte 3;Ort
4711;ada@example.org;50667;Köln
4712;bob@example.org;01067;Dresden
4713;cid@example.org;20095;Hamburg`,
    becomes: [null, 'email', 'postal_code', 'city'],
  },
  'a German till with customer numbers and amounts': {
    table: `Nr;Ansprache;Umsatz;Telefon
10115;ada@example.org;1.234,50;0221 123
10117;bob@example.org;99,00;0221 456
10119;cid@example.org;7,95;0221 789`,
    types: { points: 'number' },
    becomes: [null, 'email', null, null],
  },
  'a German list with the seller of each row': {
    table: `Betreuer;Empfänger;Land
anna@shop.example;ada@example.org;DE
anna@shop.example;bob@example.org;AT
anna@shop.example;cid@example.org;CH`,
    becomes: [null, 'email', 'country'],
  },
  'an English shop with British codes': {
    table: `Reach,Code,Where,Lines
ada@example.org,SW1Y 4JH,United Kingdom,12 High Street
bob@example.org,M1 1AE,United Kingdom,7 Station Road
cid@example.org,EH1 1YZ,United Kingdom,221b Baker Street`,
    becomes: ['email', 'postal_code', 'country', 'address_line1'],
  },
  'an English form with two addresses of each person': {
    table: `Work,Home,Joined
ada@work.example,ada@home.example,2024-01-02
bob@work.example,bob@home.example,2024-02-03
cid@work.example,cid@home.example,2024-03-04`,
    types: { birthday: 'datetime-local' },
    becomes: [null, null, null],
  },
  'an English sheet with lettered columns': {
    table: `Column A,Column B,Column C,Column D
ada@example.org,12,2024-01-02,CA
bob@example.org,7.5,2024-02-03,DE
cid@example.org,100,2024-03-04,IN`,
    types: { points: 'number', last_order: 'datetime-local' },
    becomes: ['email', 'points', 'last_order', null],
  },
  'an English export with languages and states': {
    table: `Login,Language,State
ada@example.org,DE,CA
bob@example.org,FR,DE
cid@example.org,IT,IN`,
    becomes: ['email', null, null],
  },
  'a Spanish program with headings of its own': {
    table: `Correo electrónico;País;Código postal;Fecha de nacimiento
ada@example.org;ES;28013;03/07/1961
bob@example.org;FR;08002;24/12/1988
cid@example.org;PT;41001;01/02/1975`,
    types: { birth_date: 'datetime-local' },
    becomes: ['email', 'country', 'postal_code', 'birth_date'],
  },
  'a Spanish list, whose headings are known': {
    table: `Correo;Nombre;Apellidos;Ciudad;Código postal
ada@example.org;Ada;Lovelace;Madrid;28013`,
    becomes: ['email', 'first_name', 'last_name', 'city', 'postal_code'],
  },
  'a French list with a number, which is no name': {
    table: `Courriel;Prénom;Nombre
ada@example.org;Ada;12`,
    becomes: ['email', 'first_name', null],
  },
  'a list with the words of its addresses, of several domains': {
    table: `Kontakt;A;B;C
jose.mueller@one.example;Müller;José;Müller & Co
Ada_Lovelace7@two.example;Lovelace;Ada;Ada
bob.smith@three.example;Smith;Bob;Smith
info@four.example;Zoe;Zoe;Info`,
    becomes: ['email', 'last_name', 'first_name', null],
  },
  'a list of one company, which may write the last name first': {
    table: `Kontakt;A;B
lovelace.ada@one.example;Ada;Lovelace
smith.bob@one.example;Bob;Smith
jones.cid@one.example;Cid;Jones`,
    becomes: ['email', null, null],
  },
  'a list of one company, with a heading for one of the names': {
    table: `Kontakt;A;Nachname
lovelace.ada@one.example;Ada;Lovelace
smith.bob@one.example;Bob;Smith
jones.cid@one.example;Cid;Jones`,
    becomes: ['email', 'first_name', 'last_name'],
  },
  'an export with one bad cell of five': {
    table: `Kontakt;Herkunft
ada@example.org;Deutschland
bob@example.org;Deutschland
none;Deutschland
cid@example.org;Österreich
zoe@example.org;unbekannt`,
    becomes: ['email', 'country'],
  },
};

function becomes({ table, types = {} }: Pick<Export, 'table' | 'types'>): (string | null)[] {
  const delimiter = table.includes(';') ? ';' : ',';
  const [header = [], ...rows] = table.split('\n').map((line) => line.split(delimiter));
  const fields = [...FIELDS, ...Object.keys(types)];
  const { columns } = mapColumns(header, fields);
  const guessed = guessColumns({ header, columns, rows, fields, types });
  return columns.map((field, at) => {
    expect(field === null || guessed[at] === null, 'a column with a field is not guessed').to.equal(true);
    return field ?? guessed[at]!;
  });
}

describe('a guess of fields by cells', () => {
  for (const [name, { becomes: wanted, ...file }] of Object.entries(EXPORTS))
    it(`finds the fields of ${name}`, () => {
      expect(becomes(file)).to.deep.equal(wanted);
    });

  const EMAILS = ['ada@example.org', 'bob@example.org', 'cid@example.org'];
  /** What becomes of the columns after the address. */
  const after = (headings: string, cells: readonly string[], types?: Export['types']) =>
    becomes({
      table: [`E-Mail;${headings}`, ...cells.map((one, at) => `${EMAILS[at]};${one}`)].join('\n'),
      ...(types && { types }),
    }).slice(1);

  it('is none for numbers and codes whose headings say what they are, next to a city, too', () => {
    const rows = (...numbers: readonly string[]) => numbers.map((number) => `${number};Bonn`);
    for (const heading of ['Kundennummer', 'Punkte', 'Posten', 'Bezirk', 'Code', 'Rabattcode', 'Баллы'])
      expect(after(`${heading};Ort`, rows('10001', '10002', '10003')), heading).to.deep.equal([null, 'city']);
    for (const heading of ['Artikel', 'Art.-Nr.', 'Kundennummer'])
      for (const numbers of [
        ['12-345', '12-346', '13-001'],
        ['1234 AB', '1235 AB', '1236 CD'],
        ['100 12', '100 13', '100 14'],
      ])
        expect(after(`${heading};Ort`, rows(...numbers)), heading).to.deep.equal([null, 'city']);
    for (const heading of [
      'Spalte 2',
      'Liefer-PLZ',
      'shipping_zip',
      'Código postal',
      'Postnummer',
      'Post code',
    ])
      expect(after(`${heading};Ort`, rows('50667', '01067', '20095')), heading).to.deep.equal([
        'postal_code',
        'city',
      ]);
  });

  it('is none for countries of something else, and for codes that are no countries', () => {
    for (const heading of ['Bundesland (Kürzel)', 'Landkreis', 'Länge', 'Country of birth', 'Isolation'])
      expect(after(heading, ['BY', 'BW', 'BE']), heading).to.deep.equal([null]);
    for (const heading of [
      'Reiseziel',
      'Geburtsland',
      'Lieferland',
      'Ship to country',
      'País de nacimiento',
      'Страна',
    ])
      expect(after(heading, ['Italien', 'Frankreich', 'Spanien']), heading).to.deep.equal([null]);
    for (const heading of ['Land (ISO)', 'ISO-Land', 'Country code 2', 'country_name', 'PAÍS', 'Kraj'])
      expect(after(heading, ['DE', 'AT', 'CH']), heading).to.deep.equal(['country']);
    for (const heading of ['Herkunft', 'Where', 'Spalte 2'])
      expect(after(heading, ['Italien', 'Frankreich', 'Spanien']), heading).to.deep.equal(['country']);
    for (const code of ['ZZ', 'EU', 'UN', 'XA'])
      expect(after('Country (ISO)', [code, code, code]), code).to.deep.equal([null]);
    expect(after('Country (ISO)', ['Eurozone', 'Unknown Region', 'European Union'])).to.deep.equal([null]);
  });

  it('reads headings in any script: one with words does not say nothing', () => {
    const types = { points: 'number', last_order: 'datetime-local' };
    for (const heading of ['Возраст', 'Ηλικία', '年齢', 'العمر'])
      expect(after(heading, ['31', '42', '53'], types), heading).to.deep.equal([null]);
    for (const heading of ['Дата рождения', '誕生日'])
      expect(after(heading, ['2024-01-02', '2024-02-03', '2024-03-04'], types), heading).to.deep.equal([
        null,
      ]);
    for (const heading of ['#', '* 2', '(2)', 'Feld_2', 'Wert'])
      expect(after(heading, ['31', '42', '53'], types), heading).to.deep.equal(['points']);
  });

  it('leaves out columns that cannot be imported: without a heading, or with that of an earlier one', () => {
    const rows = EMAILS.map((email) => `${email};old-${email};Bonn`);
    expect(becomes({ table: ['Kontakt;;Ort', ...rows].join('\n') })).to.deep.equal(['email', null, 'city']);
    expect(becomes({ table: ['Kontakt;kontakt;Ort', ...rows].join('\n') })).to.deep.equal([
      'email',
      null,
      'city',
    ]);
  });

  it('is none when most cells do not fit', () => {
    expect(becomes({ table: 'Kontakt\nada@example.org\nbob@example.org\nnone' })).to.deep.equal([null]);
    expect(becomes({ table: 'Kontakt;x\nada@example.org;\n;\n;' })).to.deep.equal([null, null]);
    expect(becomes({ table: 'email;Herkunft\na@b.example;Deutschland\nc@d.example;Italien' })).to.deep.equal([
      'email',
      null,
    ]);
  });

  it('gives a field to one column, and to none that a heading has given it', () => {
    const rows = ['a', 'b', 'c'].map((name) => `${name}@x.example;${name}@y.example;Italien;Italien`);
    expect(becomes({ table: ['E-Mail;Zweit;Herkunft;Wohnsitz', ...rows].join('\n') })).to.deep.equal([
      'email',
      null,
      null,
      null,
    ]);
    expect(becomes({ table: ['E-Mail;Zweit;Land;Ziel', ...rows].join('\n') })).to.deep.equal([
      'email',
      null,
      'country',
      null,
    ]);
  });

  it('is none for a table without a header: its first row would be lost', () => {
    expect(becomes({ table: 'ada@example.org;Italien\nbob@example.org;Italien' })).to.deep.equal([
      null,
      null,
    ]);
  });

  it('does not choose among two fields of a type', () => {
    const table = 'E-Mail;Feld 1\na@b.example;1\nc@d.example;2\ne@f.example;3';
    expect(becomes({ table, types: { points: 'number' } })).to.deep.equal(['email', 'points']);
    expect(becomes({ table, types: { points: 'number', size: 'number' } })).to.deep.equal(['email', null]);
  });
});
