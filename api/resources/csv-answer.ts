import { writeCsv } from '../../common/domain/csv-cells.ts';
import type { RawAnswer } from '../http/endpoint.ts';
import type { ListShare } from '../http/list-shares.ts';
import type { Listing, ListPage } from '../http/listing.ts';

export const csvAnswer = (fileName: string, body: RawAnswer['body']): RawAnswer => ({
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
): RawAnswer => csvAnswer(fileName, (hold) => linesOf(list, header, cellsOf, mark, hold));

async function* linesOf(
  list: Listing,
  header: readonly string[],
  cellsOf: (items: ListPage['items']) => readonly (readonly string[])[],
  mark: boolean,
  hold: ListShare,
): AsyncGenerator<string, void> {
  let text = (mark ? '\ufeff' : '') + writeCsv([header]);
  for await (const { items } of list.pages({ afterId: 0, limit: null }, hold)) {
    if (items.length > 0) text += writeCsv(cellsOf(items));
    hold.wrote(text.length, items.length);
    if (text !== '') yield text;
    text = '';
  }
}
