import { Parser } from 'htmlparser2';
import { streamXlsxRows } from 'hucre/xlsx';
import { sheetNames } from '../../../shared/workbook/sheet-names.ts';
import { sheetTable } from '../../../shared/workbook/sheet-table.ts';
import { readPart } from './archives.ts';
import type { BookSheet } from './csv-file.ts';

/** Enough for examples: a sheet may have a million rows. */
const ROWS = 500;
/** The shared texts are in memory, and a large workbook has 100 MB of them. */
const MOST_BYTES = 512 * 2 ** 20;

async function sheetsOf(file: File): Promise<readonly BookSheet[]> {
  const names = sheetNames(
    await readPart(file, 'xl/_rels/workbook.xml.rels', MOST_BYTES),
    await readPart(file, 'xl/workbook.xml', MOST_BYTES),
    (xml, onopentag) => new Parser({ onopentag }, { xmlMode: true }).end(xml),
  );
  const book = await file.arrayBuffer();
  const sheets: BookSheet[] = [];
  for (const name of names) {
    const rows: (readonly string[])[] = [];
    for await (const more of sheetTable(streamXlsxRows(book, { sheet: name, maxRows: ROWS })))
      rows.push(...more);
    sheets.push({ name, rows: rows.slice(0, ROWS) });
  }
  return sheets;
}

addEventListener('message', ({ data: file }: MessageEvent<File>) => {
  sheetsOf(file).then(
    (sheets) => postMessage(sheets),
    () => postMessage(null),
  );
});
