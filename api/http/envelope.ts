import { Readable } from 'node:stream';
import type { ContractRow } from '../contract.ts';
import type { FieldTexts } from './failures.ts';
import type { ListShare } from './list-shares.ts';
import type { Listing, ListPage } from './listing.ts';

/** The body of a failure. */
export const failed = (errors: string | FieldTexts, hints: FieldTexts | null = null) => ({
  status: 'failed',
  errors,
  ...(hints && { hints }),
});

/** Warnings that an answer has at most. */
const MOST_WARNINGS = 20;

/**
 * The body of a success that is not a list, as the contract row defines it. `ignored` says which inputs were ignored: it comes before the
 * warnings of the row's own, and makes `warnings` also where the row has none.
 */
export function succeeded(
  { done, beside = [] }: Pick<ContractRow, 'done' | 'beside'>,
  data: unknown,
  ignored: readonly string[] = [],
): object {
  const fields = data as Readonly<Record<string, unknown>>;
  const own = beside.includes('warnings') ? (fields['warnings'] as readonly string[]) : [];
  const told = {
    ...Object.fromEntries(beside.map((name) => [name, fields[name]])),
    ...(ignored.length > 0 && { warnings: [...ignored, ...own].slice(0, MOST_WARNINGS) }),
  };
  if ('text' in done) return { status: 'success', message: done.text, ...told };
  if ('errorsText' in done) return { status: 'success', errors: done.errorsText, ...told };
  if ('key' in done)
    return {
      status: 'success',
      message: { [done.key]: beside.length > 0 ? fields[done.key] : data },
      ...told,
    };
  throw new TypeError('this row has no envelope of its own');
}

/** The part of a list that a request asks for. Without `limit` it is the whole list. */
export interface ListRange {
  readonly afterId: number;
  readonly limit: number | null;
}

/**
 * A list's envelope as JSON. One page is a text. More pages are a stream, written page by page and no faster than the
 * client reads. A request for a page (`limit` or `after_id`) gets `next_after_id` beside `message`: the id to continue
 * after, or null at the end. `warnings`, if the call has some, are at the end. The first page is read before this resolves, so its errors are answered like any other; only
 * later errors cut the answer off. A large page counts against the memory of all lists until the client has taken it, so it
 * is a stream too.
 */
export async function streamList(
  key: string,
  list: Listing,
  { afterId, limit }: ListRange,
  paged: boolean,
  warnings: readonly string[],
  holdOf: (cut: (error: Error) => void) => ListShare,
): Promise<Readable | string> {
  let stream: Readable | undefined;
  const hold = holdOf((error) => stream?.destroy(error));
  const write = writerOf(key, limit, paged, warnings);
  // Reads one row more than requested, to know whether there is a next page.
  const pages = list.pages({ afterId, limit: limit === null ? null : limit + 1 }, hold);
  try {
    const { value: first } = await pages.next();
    if (!first) throw new TypeError('a list has at least one page');
    const texts = write(first);
    if (!hold.wrote(lengthOf(texts), first.items.length) && first.last) return texts.join('');
    stream = Readable.from(all(texts, pages, write, hold), { objectMode: false });
    // A generator that was never started does not run its `finally` either.
    stream.once('close', () => hold.leave());
    return stream;
  } catch (error) {
    hold.leave();
    throw error;
  }
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/**
 * Characters of one text; it may exceed this by one item. V8 keeps texts beyond 128 kB among its large objects until the
 * next full garbage collection.
 */
const TEXT = 2 ** 16;

type PageWriter = (page: ListPage) => string[];

async function* all(first: string[], rest: AsyncIterable<ListPage>, write: PageWriter, hold: ListShare) {
  yield* taken(first);
  for await (const page of rest) {
    const texts = write(page);
    hold.wrote(lengthOf(texts), page.items.length);
    yield* taken(texts);
  }
}

/** Drops each text when it is taken, so that its memory is free. */
function* taken(texts: string[]): Generator<string> {
  for (let text = texts.shift(); text !== undefined; text = texts.shift()) yield text;
}

/** Writes the pages in order: the beginning of the envelope before the first, its end after the last. */
function writerOf(
  key: string,
  limit: number | null,
  paged: boolean,
  warnings: readonly string[],
): PageWriter {
  const told = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : '';
  let text = `{"status":"success","message":{${JSON.stringify(key)}:[`;
  let sent = 0;
  let lastId: number | null = null;
  let more = false;
  return ({ items, last }) => {
    const texts: string[] = [];
    for (const item of items) {
      if (sent === limit) {
        more = true;
        break;
      }
      text += sent === 0 ? JSON.stringify(item) : `,${JSON.stringify(item)}`;
      sent += 1;
      lastId = item.id;
      if (text.length < TEXT) continue;
      texts.push(text);
      text = '';
    }
    if (last) text += `]}${paged ? `,"next_after_id":${more ? lastId : 'null'}` : ''}${told}}`;
    if (text !== '') texts.push(text);
    text = '';
    return texts;
  };
}
