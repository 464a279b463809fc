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
 * A list's envelope as a stream of JSON, a page at a time and no faster than it is read. Whoever asked for a page
 * (`limit` or `after_id`) gets `next_after_id` beside `message`: the id to go on after, null at the end. The first
 * page is read before this resolves: what fails then is a failure like any other, and only later ones cut the answer.
 */
export async function streamList(
  key: string,
  list: Listing,
  range: Range,
  paged: boolean,
): Promise<Readable> {
  const chunks = json(key, list, range, paged);
  const first = await chunks.next();
  return Readable.from(startingWith(first, chunks), { objectMode: false, highWaterMark: 2 ** 16 });
}

async function* startingWith(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string> {
  if (!first.done) yield first.value;
  yield* rest;
}

async function* json(
  key: string,
  list: Listing,
  { afterId, limit }: Range,
  paged: boolean,
): AsyncGenerator<string, void> {
  let first = true;
  let sent = 0;
  let last: number | null = null;
  let more = false;
  // One more than asked for is read, to know whether there is a next page.
  for await (const page of list.pages({ afterId, limit: limit === null ? null : limit + 1 })) {
    let text = first ? `{"status":"success","message":{${JSON.stringify(key)}:[` : '';
    for (const item of page) {
      if (limit !== null && sent === limit) {
        more = true;
        break;
      }
      text += sent === 0 ? JSON.stringify(item) : `,${JSON.stringify(item)}`;
      sent += 1;
      last = item.id;
    }
    first = false;
    yield text;
  }
  const opening = first ? `{"status":"success","message":{${JSON.stringify(key)}:[` : '';
  const next = paged ? `,"next_after_id":${more ? last : 'null'}` : '';
  yield `${opening}]}${next}}`;
}
