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

const COLUMNS = 20;
const BATCH = 1000;
/** Columns of texts of their own, of a few texts, of dates; the others are numbers. */
const [OWN_TEXTS, FEW_TEXTS, DATES] = [8, 12, 15];

function* batches(rows: number, rowOf: (row: number) => string): Generator<string> {
  for (let from = 0; from < rows; from += BATCH)
    yield Array.from({ length: Math.min(BATCH, rows - from) }, (_, at) => rowOf(from + at)).join('');
}

const letter = (column: number): string => String.fromCharCode('A'.charCodeAt(0) + column);

function cellOf(row: number, column: number): string {
  const place = `r="${letter(column)}${row + 1}"`;
  if (row === 0 || column < OWN_TEXTS) return `<c ${place} t="s"><v>${row * OWN_TEXTS + column}</v></c>`;
  if (column < FEW_TEXTS) return `<c ${place} t="s"><v>${OWN_TEXTS + (row % 50)}</v></c>`;
  if (column < DATES) return `<c ${place} s="1"><v>${30_000 + (row % 10_000)}</v></c>`;
  return `<c ${place}><v>${row * column}</v></c>`;
}

/** Writes a workbook of texts, dates and numbers. */
async function writeWorkbook(path: string, rows: number): Promise<void> {
  const zip = new ZipFile();
  const { 'xl/worksheets/sheet1.xml': _, ...parts } = workbookParts({ People: [] });
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  const textOf = (row: number): string =>
    Array.from(
      { length: OWN_TEXTS },
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
      (row) => `<row r="${row + 1}">${cells.map((_, column) => cellOf(row, column)).join('')}</row>`,
    );
    yield '</sheetData></worksheet>';
  };
  zip.addReadStream(Readable.from(texts(), { objectMode: false }), 'xl/sharedStrings.xml');
  zip.addReadStream(Readable.from(sheet(), { objectMode: false }), 'xl/worksheets/sheet1.xml');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

describe('the reader of workbooks', () => {
  for (const rows of [100_000, 200_000])
    it(`reads ${rows} rows of ${COLUMNS} columns within its limits`, async function () {
      this.timeout(300_000);
      const into = await mkdtemp(join(tmpdir(), 'workbook-'));
      try {
        const path = join(into, 'book.xlsx');
        await writeWorkbook(path, rows);
        const result = await unpackApart(1, {
          path,
          name: 'book.xlsx',
          into,
          most: 500 * 2 ** 20,
          sheet: '',
        });
        expect(result).to.not.have.property('problem');
        let lines = 0;
        let last = '';
        for await (const line of createInterface(createReadStream(join(into, '0.csv')))) {
          lines += 1;
          last = line;
        }
        expect(lines).to.equal(rows);
        expect(last).to.contain(`"p${rows - 1}@example.com","Łukasz ${rows - 1} 1"`);
      } finally {
        await rm(into, { recursive: true });
      }
    });
});
