import { Readable } from 'node:stream';
import type { Done } from '../contract.ts';
import type { FieldTexts } from './failures.ts';
import type { Listing } from './listing.ts';

/** The body of a failure. */
export const failed = (errors: string | FieldTexts) => ({ status: 'failed', errors });

/** The body of a success, where it is no list: as the contract row says. */
export function succeeded(done: Done, data: unknown): object {
  if ('text' in done) return { status: 'success', message: done.text };
  if ('errorsText' in done) return { status: 'success', errors: done.errorsText };
  if ('key' in done) return { status: 'success', message: { [done.key]: data } };
  throw new TypeError('this row has no envelope of its own');
}

/** The range of a list that a request asks for. Without `limit` it is whole. */
export interface Range {
  readonly afterId: number;
  readonly limit: number | null;
}

/**
 * A list's envelope as JSON: as a text where it is one page, else as a stream, a page at a time and no faster than it
 * is read. Whoever asked for a page (`limit` or `after_id`) gets `next_after_id` beside `message`: the id to go on
 * after, null at the end. The first page is read before this resolves: what fails then is a failure like any other,
 * and only later ones cut the answer.
 */
export async function streamList(
  key: string,
  list: Listing,
  range: Range,
  paged: boolean,
): Promise<Readable | string> {
  const chunks = json(key, list, range, paged);
  const { value: first } = await chunks.next();
  if (!first) throw new TypeError('a list has at least one page');
  return first.last ? first.text : Readable.from(texts(first, chunks), { objectMode: false });
}

interface Chunk {
  readonly text: string;
  readonly last: boolean;
}

async function* texts(first: Chunk, rest: AsyncGenerator<Chunk, void>): AsyncGenerator<string> {
  yield first.text;
  for await (const { text } of rest) yield text;
}

async function* json(
  key: string,
  list: Listing,
  { afterId, limit }: Range,
  paged: boolean,
): AsyncGenerator<Chunk, void> {
  let text = `{"status":"success","message":{${JSON.stringify(key)}:[`;
  let sent = 0;
  let lastId: number | null = null;
  let more = false;
  // One more than asked for is read, to know whether there is a next page.
  for await (const { items, last } of list.pages({ afterId, limit: limit === null ? null : limit + 1 })) {
    for (const item of items) {
      if (sent === limit) {
        more = true;
        break;
      }
      text += sent === 0 ? JSON.stringify(item) : `,${JSON.stringify(item)}`;
      sent += 1;
      lastId = item.id;
    }
    if (last) text += `]}${paged ? `,"next_after_id":${more ? lastId : 'null'}` : ''}}`;
    yield { text, last };
    text = '';
  }
}
