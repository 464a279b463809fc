import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { Turns } from '../../common/fairness/turns.ts';
import type { Exchange } from './exchange.ts';

/** Characters. A smaller text gains too little. */
const LEAST = 65_536;
/** Compressions at once in a process, and of an account. Each uses one of libuv's four threads. Other answers are sent as they are. */
const turns = new Turns<number>({ total: 2, each: 1 });

const ENCODERS = {
  // The fastest levels: a third of the bytes remain, and a core compresses 100 MB or more a second.
  gzip: () => createGzip({ level: 1, chunkSize: 65_536 }),
  br: () => createBrotliCompress({ chunkSize: 65_536, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
} as const;

const isLarge = (body: unknown): body is string | Readable =>
  body instanceof Readable || (typeof body === 'string' && body.length >= LEAST);

/** Compresses a list or download that is a stream or a long text, if the client takes it and there is a turn. Its type is set before. */
export function compressed<Body>(
  { ctx, account }: Pick<Exchange, 'ctx' | 'account'>,
  body: Body,
): Body | Transform {
  if (!isLarge(body) || ctx.res.hasHeader('Content-Encoding')) return body;
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
