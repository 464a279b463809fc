import readBook from 'read-excel-file/universal';
import { unpackedArchive } from './archives.ts';
import type { BookSheet } from './csv-file.ts';

/** Enough for examples: a sheet may have a million rows. */
const ROWS = 500;
/** A larger workbook would fill the memory of the browser. */
const MOST_BYTES = 128 * 2 ** 20;

/** As the service writes cells (`unpack.ts`). */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return typeof value === 'string' ? value : JSON.stringify(value);
  if (Number.isNaN(value.getTime())) return '';
  const [day = '', time] = value.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).split('T');
  return time === '00:00:00' ? day : `${day}T${time}`;
}

async function sheetsOf(file: File): Promise<readonly BookSheet[]> {
  // The reader unpacks large parts in workers of its own, which the policy of the console refuses.
  const sheets = await readBook(await unpackedArchive(file, MOST_BYTES));
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    rows: data.slice(0, ROWS).map((row) => row.map(cellOf)),
  }));
}

addEventListener('message', ({ data: file }: MessageEvent<File>) => {
  sheetsOf(file).then(
    (sheets) => postMessage(sheets),
    () => postMessage(null),
  );
});
