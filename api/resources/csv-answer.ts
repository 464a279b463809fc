import { Readable } from 'node:stream';
import { writeCsv } from '../../common/domain/csv-cells.ts';
import type { RawAnswer } from '../http/endpoint.ts';
import { UNSHARED } from '../http/list-shares.ts';
import type { Listing, ListPage } from '../http/listing.ts';

export const csvAnswer = (fileName: string, body: Readable | string): RawAnswer => ({
  headers: {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
  },
  body,
});

/** Writes a page at a time. `cellsOf`: the cells of the items of a page. `mark`: begin with a byte order mark. */
export const csvOfList = (
  fileName: string,
  list: Listing,
  header: readonly string[],
  cellsOf: (items: ListPage['items']) => readonly (readonly string[])[],
  { mark = false }: { readonly mark?: boolean } = {},
): RawAnswer => csvAnswer(fileName, Readable.from(linesOf(list, header, cellsOf, mark)));

async function* linesOf(
  list: Listing,
  header: readonly string[],
  cellsOf: (items: ListPage['items']) => readonly (readonly string[])[],
  mark: boolean,
): AsyncGenerator<string> {
  yield (mark ? '\ufeff' : '') + writeCsv([header]);
  for await (const { items } of list.pages({ afterId: 0, limit: null }, UNSHARED))
    if (items.length > 0) yield writeCsv(cellsOf(items));
}
