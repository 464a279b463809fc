import { expect } from 'chai';
import iconv from 'iconv-lite';
import { type Look, lookInto } from '../../../console/src/data/csv-file.ts';
import type { CsvEncoding } from '../../../shared/csv-encoding.ts';
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

describe('the console with the file of an import', () => {
  let csv: CsvImports;
  before(async () => {
    csv = await startCsvImports('pages-console-csv-file');
  });
  after(() => csv.stop());

  for (const [name, { file, cities, given }] of Object.entries(files)) {
    it(`names the encoding as the service does, and shows its cells: ${name}`, async () => {
      const { columns, ...encoding } = (await lookInto(
        new File([new Uint8Array(file)], 'list.csv'),
        FIELDS,
        given,
      )) as Look;
      const importId = await csv.upload(await csv.type(), file, { encoding: given });
      expect(await csv.import(importId)).to.include(encoding);
      expect(columns.map(({ field }) => field)).to.deep.equal(FIELDS);
      expect(columns.map(({ name }) => name)).to.deep.equal(FIELDS);
      expect(columns[2]!.samples).to.deep.equal(cities);
    });
  }
});
