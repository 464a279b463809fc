import { Readable } from 'node:stream';
import { isLate } from '../../common/batching/late.ts';
import type { ContractRow } from '../contract.ts';
import { codesOf, type FailureCode } from './codes.ts';
import type { PagedFile } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import type { FieldTexts } from './failures.ts';
import { holdShare, type ListShare } from './list-shares.ts';
import type { Listing, ListPage } from './listing.ts';
import { PAGE_LIMIT } from './range.ts';

/** `codes` have a code for each text of `errors` about inputs. */
export const failed = ({ errors, code, hints = null }: FailedAnswer) => ({
  status: 'failed',
  errors,
  code,
  ...(typeof errors !== 'string' && { codes: codesOf(errors) }),
  ...(hints && { hints }),
});

interface FailedAnswer {
  readonly errors: string | FieldTexts;
  readonly code: FailureCode;
  readonly hints?: FieldTexts | null;
}

const MOST_WARNINGS = 20;

/** The body of a success, unless it is a list. Warnings about `ignored` inputs come before the row's own, and appear in any row. */
export function succeeded(
  { done, extras = [] }: Pick<ContractRow, 'done' | 'extras'>,
  data: unknown,
  ignored: readonly string[] = [],
): object {
  const fields = data as Readonly<Record<string, unknown>>;
  // A row without them among its extras may have some, too.
  const own = 'text' in done || extras.includes('warnings') ? ((fields['warnings'] ?? []) as string[]) : [];
  const warnings = [...ignored, ...own].slice(0, MOST_WARNINGS);
  const told = {
    ...Object.fromEntries(extras.map((name) => [name, fields[name]])),
    ...(warnings.length > 0 && { warnings }),
  };
  if ('text' in done) return { status: 'success', message: done.text, ...told };
  if ('errorsText' in done) return { status: 'success', errors: done.errorsText, ...told };
  if ('key' in done)
    return {
      status: 'success',
      message: { [done.key]: extras.length > 0 ? fields[done.key] : data },
      ...told,
    };
  throw new TypeError('this row has no envelope of its own');
}

/**
 * A list's envelope as JSON: few pages are a text, more are a stream that follows the client's pace. A request with `limit` or
 * `after_id` gets `next_after_id` next to `message`: the id to continue after, or null at the end. `warnings` come last. Pages are
 * read before this resolves until they count as large, so that their errors become normal failures; later errors cut the answer. One large
 * page is a stream too, because it uses the lists' memory until the client has read it, and so are short ones while the next has to wait.
 */
export function streamList(exchange: Exchange, key: string): Promise<Readable | string> {
  const { made, range, ignored } = exchange;
  const { limit: wanted = null, after_id: afterId = null } = range;
  const paged = wanted !== null || afterId !== null;
  const limit = wanted ?? (paged ? PAGE_LIMIT : null);
  const write = writerOf(key, limit, paged, ignored.warnings);
  // One row more than requested shows whether a next page exists.
  const more = limit === null ? null : limit + 1;
  return heldBy(exchange, async (hold, oneWaits) => {
    const pages = (made as Listing).pages({ afterId: afterId ?? 0, limit: more }, hold);
    const texts: string[] = [];
    for (let items = 0; ; ) {
      const waits = oneWaits();
      const next = pages.next();
      await Promise.race([next, waits]);
      // Texts of an account have no share of memory. A refusal at once is a failure as any other.
      if (texts.length > 0 && (await isLate(next, 0)))
        return Readable.from(all(texts, begunPages(next, pages), write, hold), { objectMode: false });
      const { value: page } = await next;
      if (!page) throw new TypeError('a list has a last page');
      texts.push(...write(page));
      items += page.items.length;
      if (hold.wrote(lengthOf(texts), items))
        return Readable.from(all(texts, pages, write, hold), { objectMode: false });
      if (page.last) return texts.join('');
    }
  });
}

/** A file as a stream. As for a list, its first page is read before this resolves. */
export const streamFile = (exchange: Exchange, file: PagedFile): Promise<Readable> =>
  heldBy(exchange, async (hold) => {
    const texts = file(hold);
    const first = await texts.next();
    return Readable.from(begunWith(first.value ?? '', texts), { objectMode: false });
  });

/**
 * Makes an answer with a share of the memory of lists, which a stream keeps until it is closed. `oneWaits` resolves when it has to wait
 * from then on.
 */
async function heldBy<Made extends Readable | string>(
  exchange: Exchange,
  make: (hold: ListShare, oneWaits: () => Promise<void>) => Promise<Made>,
): Promise<Made> {
  const { account, served } = exchange;
  let stream: Readable | undefined;
  const cut = (error: Error): void => void stream?.destroy(error);
  let waits = (): void => {};
  const oneWaits = (): Promise<void> =>
    new Promise((resolve) => {
      waits = resolve;
    });
  const signal = (): AbortSignal => {
    waits();
    return exchange.signal;
  };
  const hold = holdShare(served.shares, account.id, served.row.path, signal, cut);
  try {
    const made = await make(hold, oneWaits);
    if (typeof made === 'string') return made;
    stream = made;
    // A generator that never started does not run its `finally`.
    stream.once('close', () => hold.leave());
    return made;
  } catch (error) {
    hold.leave();
    throw error;
  }
}

/** Writes in pieces: a page is made only after its reader has taken most of the previous page. */
async function* begunWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<Buffer> {
  yield* piecesOf(first);
  for await (const text of rest) yield* piecesOf(text);
}

function* piecesOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += TEXT) yield bytes.subarray(at, at + TEXT);
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** Characters of one text, plus one item at most. V8 keeps texts above 128 kB in its large-object space until a full collection. */
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

async function* begunPages(next: Promise<IteratorResult<ListPage, void>>, rest: AsyncIterable<ListPage>) {
  const { value } = await next;
  if (value) yield value;
  yield* rest;
}

/** Removes each text from the array when it is taken, so that its memory can be freed. */
function* taken(texts: string[]): Generator<string> {
  for (let text = texts.shift(); text !== undefined; text = texts.shift()) yield text;
}

function writerOf(key: string, limit: number | null, paged: boolean, warnings: readonly string[]) {
  const told = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : '';
  let text = `{"status":"success","message":{${JSON.stringify(key)}:[`;
  let sent = 0;
  let lastId: number | null = null;
  let more = false;
  return ({ items, last }: ListPage): string[] => {
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
