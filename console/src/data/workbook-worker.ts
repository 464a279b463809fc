import { Parser } from 'htmlparser2';
import { openWorkbook } from '../../../shared/workbook/open-workbook.ts';
import { partsOf } from './archives.ts';
import type { BookSheet } from './csv-file.ts';

/** Enough for examples: a sheet may have a million rows. */
const ROWS = 500;
/** Only the shared texts are in memory, and a large workbook has 100 MB of them. */
const MOST_BYTES = 512 * 2 ** 20;

async function sheetsOf(file: File): Promise<readonly BookSheet[]> {
  const parts = await partsOf(file, MOST_BYTES);
  const book = await openWorkbook(parts, (events) => new Parser(events, { xmlMode: true }));
  const sheets: BookSheet[] = [];
  for (const name of book.sheets) {
    const rows: (readonly string[])[] = [];
    for await (const more of book.rows(name)) {
      rows.push(...more);
      if (rows.length >= ROWS) break;
    }
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
