import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import iconv from 'iconv-lite';
import { type LookedFile, lookInto } from '../../../console/src/data/csv-file.ts';
import type { CsvEncoding } from '../../../shared/csv-encoding.ts';
import { zipped } from '../../support/archives.ts';
import { type CsvImports, startCsvImports } from '../../support/csv-imports.ts';

const FIELDS = ['email', 'first_name', 'city'];
const MARK = Buffer.from('efbbbf', 'hex');
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const HEADER = 'email;first_name;city\n';
const plain = Array.from({ length: 5000 }, (_, at) => `p${at}@example.com;Person ${at};Bonn\n`).join('');
const umlauts = Array.from({ length: 5000 }, (_, at) => `p${at}@example.com;Jürgen ${at};Köln\n`).join('');

/** Files, and the cells that the console shows of the last column. */
const files: Record<string, { file: Buffer; cities: string[]; given?: CsvEncoding }> = {
  'UTF-8': { file: Buffer.from(HEADER + umlauts), cities: ['Köln', 'Köln', 'Köln'] },
  'UTF-8 with a bad byte in the last row': {
    file: Buffer.concat([Buffer.from(HEADER + umlauts), latin('x@example.com;Andr\xe9;Li\xe8ge\n')]),
    cities: ['Köln', 'Köln', 'Köln'],
  },
  'UTF-8 with a bad byte in the first row': {
    file: Buffer.concat([Buffer.from(HEADER), latin('x@example.com;Andr\xe9;Rom\n'), Buffer.from(umlauts)]),
    cities: ['Rom', 'Köln', 'Köln'],
  },
  // The first 64 kB have more bad rows than good ones.
  'UTF-8 that shows far behind the head': {
    file: Buffer.concat([
      Buffer.from(HEADER),
      latin('x@example.com;Andr\xe9;Rom\n'),
      Buffer.from(plain + umlauts),
    ]),
    cities: ['Rom', 'Bonn', 'Bonn'],
  },
  'UTF-8 with a mark and an early bad byte': {
    file: Buffer.concat([MARK, Buffer.from(HEADER), latin('x@example.com;Andr\xe9;Rom\n')]),
    cities: ['Rom'],
  },
  'Windows-1252': {
    file: latin(`${HEADER}x@example.com;Andr\xe9;Li\xe8ge\ny@example.com;Zo\xeb;K\xf6ln\n`),
    cities: ['Liège', 'Köln'],
  },
  'Windows-1252 that shows far behind the head': {
    file: Buffer.concat([Buffer.from(HEADER + plain), latin('x@example.com;Andr\xe9;Li\xe8ge\n')]),
    cities: ['Bonn', 'Bonn', 'Bonn'],
  },
  'UTF-16': {
    file: iconv.encode(`${HEADER}x@example.com;Zoë;Łódź\n`, 'utf-16le', { addBOM: true }),
    cities: ['Łódź'],
  },
  'an encoding that was chosen': {
    file: Buffer.from(`${HEADER}x@example.com;Zoë;Köln\n`),
    cities: ['KÃ¶ln'],
    given: 'windows-1252',
  },
};

const fileOf = (bytes: Buffer, name: string): File => new File([new Uint8Array(bytes)], name);

describe('the console with the file of an import', () => {
  let csv: CsvImports;
  before(async () => {
    csv = await startCsvImports('pages-console-csv-file');
  });
  after(() => csv.stop());

  for (const [name, { file, cities, given }] of Object.entries(files)) {
    it(`names the encoding as the service does, and shows its cells: ${name}`, async () => {
      const { tables } = (await lookInto(fileOf(file, 'list.csv'), FIELDS, {
        encoding: given,
      })) as LookedFile;
      const { columns, encoding } = tables[0]!;
      const importId = await csv.upload(await csv.type(), file, { encoding: given });
      expect(await csv.import(importId)).to.include(encoding!);
      expect(columns.map(({ field }) => field)).to.deep.equal(FIELDS);
      expect(columns.map(({ name }) => name)).to.deep.equal(FIELDS);
      expect(columns[2]!.samples).to.deep.equal(cities);
    });
  }

  it('reads compressed tables and archives of several, with the lines of their rows', async () => {
    const text =
      'List of members\n\nemail,first_name,city\n"a@example.com","A\nB",Rom\nb@example.com,Bob,Köln\n';
    const files = { 'a/one.csv': text, 'two.tsv': 'email\tcity\nz@example.com\tBonn\n' };
    const look = async (bytes: Buffer, name: string) =>
      (await lookInto(fileOf(bytes, name), FIELDS)) as LookedFile;
    const rows = [
      [4, ['a@example.com', 'A\nB', 'Rom']],
      [6, ['b@example.com', 'Bob', 'Köln']],
    ];
    const [one] = (await look(gzipSync(text), 'one.csv.gz')).tables;
    expect(one).to.include({ name: 'one.csv' });
    expect([...one!.rows]).to.deep.equal(rows);
    const hidden = { '__MACOSX/._one.csv': 'x', 'readme.html': 'x' };
    const { tables } = await look(await zipped({ ...files, ...hidden }), 'lists.zip');
    expect(tables.map(({ name }) => name)).to.deep.equal(['one.csv', 'two.tsv']);
    expect([...tables[0]!.rows]).to.deep.equal(rows);
    expect([...tables[1]!.rows]).to.deep.equal([[2, ['z@example.com', 'Bonn']]]);
    const found = await csv.load(await csv.type(), text, { isTrial: true });
    expect(found.trial!.examples.map(({ line }) => line)).to.deep.equal([4, 6]);
  });

  it('guesses fields by cells, and none for tables of an archive, which the service reads', async () => {
    const text = 'Kontakt;Ort;Feld 1\na@example.com;Rom;7\nb@example.com;Bonn;8\nc@example.com;Köln;9\n';
    const look = async (bytes: Buffer, name: string) => {
      const options = { types: { points: 'number' } };
      const found = await lookInto(fileOf(bytes, name), [...FIELDS, 'points', 'city'], options);
      return (found as LookedFile).tables.map(({ columns }) =>
        columns.map(({ field, isGuessed }) => [field, isGuessed]),
      );
    };
    const guessed = [
      ['email', true],
      ['city', false],
      ['points', true],
    ];
    expect(await look(Buffer.from(text), 'list.csv')).to.deep.equal([guessed]);
    const found = [
      [null, false],
      ['city', false],
      [null, false],
    ];
    const archive = await zipped({ 'one.csv': text, 'two.csv': text });
    expect(await look(archive, 'lists.zip')).to.deep.equal([found, found]);
  });

  it('names files without a table, and those that cannot be read', async () => {
    const archive = await zipped({ 'one.csv': HEADER + umlauts });
    const cases: [Buffer, string, string][] = [
      [Buffer.from('%PDF'), 'a.pdf', 'notTable'],
      [await zipped({ 'readme.html': 'x' }), 'a.zip', 'notTable'],
      [archive.subarray(0, archive.length - 30), 'a.zip', 'unreadable'],
      [gzipSync(HEADER + umlauts).subarray(0, 200), 'a.csv.gz', 'unreadable'],
    ];
    for (const [bytes, name, fault] of cases)
      expect(await lookInto(fileOf(bytes, name), FIELDS), name).to.equal(fault);
  });
});
