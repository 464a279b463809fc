import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect } from 'chai';
import { ZipFile } from 'yazl';
import { unpackApart } from '../../../../../api/services/unpacking/unpacked.ts';
import { workbookParts } from '../../../../support/archives.ts';

const COLUMNS = 10;
const BATCH = 1000;
/** Columns of a few texts, of dates; those before are texts of their own, those behind numbers. */
const [FEW_TEXTS, DATES] = [6, 8];

function* batches(rows: number, rowOf: (row: number) => string): Generator<string> {
  for (let from = 0; from < rows; from += BATCH)
    yield Array.from({ length: Math.min(BATCH, rows - from) }, (_, at) => rowOf(from + at)).join('');
}

const letter = (column: number): string => String.fromCharCode('A'.charCodeAt(0) + column);

function cellOf(row: number, column: number, ownTexts: number): string {
  const place = `r="${letter(column)}${row + 1}"`;
  if (column < ownTexts) return `<c ${place} t="s"><v>${row * ownTexts + column}</v></c>`;
  if (column < FEW_TEXTS) return `<c ${place} t="s"><v>${ownTexts + (row % 50)}</v></c>`;
  if (column < DATES) return `<c ${place} s="1"><v>${30_000 + (row % 10_000)}</v></c>`;
  return `<c ${place}><v>${row * column}</v></c>`;
}

/** Writes a workbook of texts, dates and numbers. */
async function writeWorkbook(path: string, rows: number, ownTexts: number): Promise<void> {
  const zip = new ZipFile();
  const { 'xl/worksheets/sheet1.xml': _, ...parts } = workbookParts({ People: [] });
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  const textOf = (row: number): string =>
    Array.from(
      { length: ownTexts },
      (_, column) => `<si><t>${column === 0 ? `p${row}@example.com` : `Łukasz ${row} ${column}`}</t></si>`,
    ).join('');
  const texts = function* () {
    yield '<sst>';
    yield* batches(rows, textOf);
    yield '</sst>';
  };
  const sheet = function* () {
    yield '<worksheet><sheetData>';
    const cells = Array.from({ length: COLUMNS });
    yield* batches(
      rows,
      (row) =>
        `<row r="${row + 1}">${cells.map((_, column) => cellOf(row, column, ownTexts)).join('')}</row>`,
    );
    yield '</sheetData></worksheet>';
  };
  zip.addReadStream(Readable.from(texts(), { objectMode: false }), 'xl/sharedStrings.xml');
  zip.addReadStream(Readable.from(sheet(), { objectMode: false }), 'xl/worksheets/sheet1.xml');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

const ROWS = 200_000;

describe('the reader of workbooks', () => {
  let into: string;
  beforeEach(async () => {
    into = await mkdtemp(join(tmpdir(), 'workbook-'));
  });
  afterEach(() => rm(into, { recursive: true }));

  async function unpack(ownTexts: number) {
    const path = join(into, 'book.xlsx');
    await writeWorkbook(path, ROWS, ownTexts);
    return unpackApart(1, { path, name: 'book.xlsx', into, most: 500 * 2 ** 20, sheet: '' });
  }

  it(`reads ${ROWS} rows of ${COLUMNS} columns, two of them texts of their own, within its limits`, async function () {
    this.timeout(300_000);
    expect(await unpack(2)).to.not.have.property('problem');
    let lines = 0;
    let last = '';
    for await (const line of createInterface(createReadStream(join(into, '0.csv')))) {
      lines += 1;
      last = line;
    }
    expect(lines).to.equal(ROWS);
    expect(last).to.contain(`"p${ROWS - 1}@example.com","Łukasz ${ROWS - 1} 1"`);
  });

  it('refuses as many rows with five such columns', async function () {
    this.timeout(300_000);
    expect(await unpack(5)).to.deep.equal({ problem: 'large_workbook' });
  });
});
