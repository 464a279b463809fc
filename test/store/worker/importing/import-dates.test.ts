import { expect } from 'chai';
import { presentImport } from '../../../../api/present/imports.ts';
import { Import, type ImportDocument } from '../../../../common/models/imports.ts';
import { type CsvImports, counts, startCsvImports } from '../../../support/csv-imports.ts';
import { rows } from '../../../support/rows.ts';
import { importBatches } from '../../../support/small-steps.ts';
import { stoppingAfter } from '../../../support/stopping.ts';

/** Several batches. */
const ROWS = 62;
const BATCH = 20;

/** The other cells of a row, of a length that all rows together are more than the API reads of a file. */
const OTHERS = `${'Köln'.repeat(18)},${'x'.repeat(5800)}`;

/** A file with a column `born`, whose cells are the last ones given; the others may be read in two ways. */
const fileOf = (last: readonly string[], usual: (at: number) => string = () => '03/07/1991'): string => {
  const cells = [...Array.from({ length: ROWS - last.length }, (_, at) => usual(at)), ...last];
  return `email,born,city,unknown\n${cells.map((cell, at) => `p${at}@example.com,"${cell}",${OTHERS}\n`).join('')}`;
};

interface Case {
  readonly last: readonly string[];
  readonly usual?: (at: number) => string;
  readonly read: ImportDocument['dates_read'];
  /** Of the first contact. */
  readonly first: string | undefined;
  readonly partial: number;
}

const CASES: Readonly<Record<string, Case>> = {
  'a day over 12 in the last row': {
    last: ['25/12/1991'],
    read: [{ field: 'born', order: 'dmy' }],
    first: '1991-07-03T00:00',
    partial: 0,
  },
  'a day over 12 in second place in the last row': {
    last: ['12-25-1991'],
    read: [{ field: 'born', order: 'mdy' }],
    first: '1991-03-07T00:00',
    partial: 0,
  },
  'a last row that contradicts the first ones': {
    last: ['12/25/1991'],
    usual: () => '25/12/1991',
    read: [{ field: 'born', order: null }],
    first: undefined,
    partial: ROWS,
  },
  'a last row that contradicts another one, among certain dates': {
    last: ['25/12/1991', '12/25/1991'],
    usual: () => '1991-03-07',
    read: [{ field: 'born', order: null }],
    first: '1991-03-07T00:00',
    partial: 2,
  },
  'no cell that shows the order': {
    last: ['01/02/1991'],
    read: [{ field: 'born', order: null }],
    first: undefined,
    partial: ROWS,
  },
  'a cell that is no date in either order': {
    last: ['25/12/1991', '25/13/1991', '45/01/1991'],
    read: [{ field: 'born', order: 'dmy' }],
    first: '1991-07-03T00:00',
    partial: 2,
  },
  'certain dates alone': {
    last: ['07.03.1991'],
    usual: () => '1991-03-07',
    read: [],
    first: '1991-03-07T00:00',
    partial: 0,
  },
};

describe('the order of day and month in a large file', () => {
  importBatches(BATCH);
  let csv: CsvImports;
  before(async () => {
    csv = await startCsvImports('worker-import-dates');
    await csv.field('born', 'datetime-local');
  });
  after(() => csv.stop());

  const bornOf = async (type: number): Promise<(string | undefined)[]> => {
    const born = new Map((await csv.contacts(type)).map((one) => [one.email, one.custom_field['born']]));
    return Array.from({ length: ROWS }, (_, at) => born.get(`p${at}@example.com`));
  };

  for (const [name, { last, usual, read, first, partial }] of Object.entries(CASES))
    it(`is decided over the whole column, in dry run and import: ${name}`, async () => {
      const type = await csv.type();
      const text = fileOf(last, usual);
      const tried = await csv.load(type, text, { isTrial: true });
      const done = await csv.load(type, text);
      for (const found of [tried, done]) {
        expect(found).to.include({ state: 'completed', rows_read: ROWS });
        expect(found.dates_read).to.deep.equal(read);
        expect(found).not.to.have.property('date_scan');
        expect(counts(found)).to.deep.equal([ROWS, 0, 0, 0]);
        expect(found.rows_partial ?? 0).to.equal(partial);
        expect(presentImport(found).date_orders).to.deep.equal(read);
      }
      expect(presentImport(tried).trial!.date_orders).to.deep.equal(read);
      expect((await bornOf(type))[0]).to.equal(first);
    });

  it('is looked for only where a field has dates, and the file has more rows than were read', async () => {
    const scanOf = async (...given: Parameters<CsvImports['upload']>) =>
      (await csv.import(await csv.upload(...given))).date_scan;
    const type = await csv.type();
    expect(await scanOf(type, fileOf(['25/12/1991']))).to.deep.include({
      columns: [{ at: 1, field: 'born', any: false, dmy: false, mdy: false }],
    });
    expect(await scanOf(type, fileOf([]), { dateOrder: 'mdy' })).to.equal(undefined);
    expect(await scanOf(type, fileOf([]).replace('born', 'town'))).to.equal(undefined);
    expect(await scanOf(type, 'email,born\na@example.com,25/12/1991\n')).to.equal(undefined);
  });

  it('is the same for all rows, whenever the worker stops or is killed', async () => {
    const type = await csv.type();
    const text = fileOf(['25/12/1991']);
    const id = await csv.upload(type, text);
    const killed = () =>
      rows(Import).updateOne({ _id: id }, { $set: { state: 'running', lease_until: new Date(0) } });
    const before = (await csv.import(id)).date_scan!;
    const begun = await csv.run(id, stoppingAfter(2));
    expect(begun).to.include({ state: 'waiting', rows_read: 0 });
    expect(begun.date_scan!.from.offset).to.be.above(before.from.offset);
    // A killed worker may have scanned further without storing it.
    await killed();
    let leases = 0;
    let found = await csv.run(id, stoppingAfter(2));
    for (; found.state === 'waiting'; leases += 1) {
      await killed();
      found = await csv.run(id, stoppingAfter(2));
    }
    expect(leases).to.be.above(3);
    expect(found).to.include({ state: 'completed', rows_added: ROWS, rows_read: ROWS });
    expect(found.dates_read).to.deep.equal([{ field: 'born', order: 'dmy' }]);
    expect(new Set((await bornOf(type)).slice(0, -1))).to.deep.equal(new Set(['1991-07-03T00:00']));
    const again = await csv.load(type, text);
    expect(counts(again)).to.deep.equal([0, 0, ROWS, 0]);
  });

  it('is that of the call in a column of JSON', async () => {
    const type = await csv.type();
    const text = `email,attributes\nada@example.com,"{""born"":""03/07/1991""}"\n`;
    await csv.load(type, text, { dateOrder: 'dmy' });
    expect((await csv.contacts(type))[0]!.custom_field['born']).to.equal('1991-07-03T00:00');
  });

  it('is the same in each column by itself', async () => {
    await csv.field('joined', 'datetime-local');
    const type = await csv.type();
    const lines = Array.from({ length: ROWS }, (_, at) => `p${at}@example.com,1/2/1991,1/2/2020,${OTHERS}\n`);
    const end = 'last@example.com,25/12/1991,12/25/2020,x,x\n';
    const found = await csv.load(type, `email,born,joined,city,unknown\n${lines.join('')}${end}`);
    expect(found.dates_read).to.deep.equal([
      { field: 'born', order: 'dmy' },
      { field: 'joined', order: 'mdy' },
    ]);
    const [last] = await csv.contacts(type);
    expect(last!.custom_field).to.deep.equal({ born: '1991-12-25T00:00', joined: '2020-12-25T00:00' });
  });
});
