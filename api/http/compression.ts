import { pipeline, Readable, type Transform } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import type { Context } from 'koa';
import { Turns } from '../../common/fairness/turns.ts';
import type { Exchange } from './exchange.ts';
import { answersSecret } from './secret-answers.ts';

/** Characters. A smaller text gains too little: it fits into a few packets. */
const LEAST = 8192;
/** Compressions at once in a process, and of an account. Each uses one of libuv's four threads. Other answers are sent as they are. */
const turns = new Turns<number>({ total: 2, each: 1 });

const ENCODERS = {
  // The fastest levels: a third of the bytes remain, and a core compresses 100 MB or more a second.
  gzip: () => createGzip({ level: 1, chunkSize: 65_536 }),
  br: () => createBrotliCompress({ chunkSize: 65_536, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
} as const;

/** Returns the smallest form of an answer that the client accepts, or null. Browsers list gzip first, and accept brotli only over TLS or from this machine. */
export const smallestCoding = (
  ctx: Context,
  has: (coding: 'br' | 'gzip') => boolean = () => true,
): 'br' | 'gzip' | null =>
  (['br', 'gzip'] as const).find((one) => has(one) && ctx.acceptsEncodings(one) !== false) ?? null;

/** Characters from which a text for a page of ours is compressed: about one packet. */
const LEAST_OF_PAGES = 1400;

/** Compresses a short text for a page at once: 26 kB become 2 in 0.2 ms. */
function packed({ ctx }: Pick<Exchange, 'ctx'>, text: string): string | Buffer {
  ctx.vary('Accept-Encoding');
  if (ctx.method === 'HEAD') return text;
  const coding = smallestCoding(ctx);
  if (!coding) return text;
  ctx.set('Content-Encoding', coding);
  if (coding === 'gzip') return gzipSync(text);
  return brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  });
}

/** A longer text is compressed in another thread. */
const MOST_PACKED = 65_536;

const isWorthPacking = ({ length }: string): boolean => length >= LEAST_OF_PAGES && length < MOST_PACKED;

const isLarge = (body: unknown): body is string | Readable =>
  body instanceof Readable || (typeof body === 'string' && body.length >= LEAST);

/**
 * Compresses an answer or download that is a stream or a long text, in another thread, if the client takes it and there is a turn; for pages of ours also a short text. Its type
 * and status are set before.
 */
export function compressed<Body>(
  { ctx, account, served }: Pick<Exchange, 'ctx' | 'account' | 'served'>,
  body: Body,
): Body | Transform | string | Buffer {
  if (ctx.res.hasHeader('Content-Encoding') || answersSecret(served.row)) return body;
  if (served.door.isOfPages && typeof body === 'string' && isWorthPacking(body)) return packed({ ctx }, body);
  if (!isLarge(body)) return body;
  ctx.vary('Accept-Encoding');
  if (ctx.method === 'HEAD') return body;
  const coding = ctx.acceptsEncodings('gzip', 'br', 'identity');
  if (coding !== 'gzip' && coding !== 'br') return body;
  const share = turns.enterNow(account.id);
  if (!share) return body;
  const encoder = ENCODERS[coding]();
  encoder.once('close', () => share.leave());
  ctx.set('Content-Encoding', coding);
  // A failure of the source destroys the encoder. Koa would answer it with a text if no header was sent yet.
  ctx.flushHeaders();
  pipeline(typeof body === 'string' ? Readable.from([body]) : body, encoder, () => {});
  return encoder;
}
