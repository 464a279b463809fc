import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';
import { smallestCoding } from './compression.ts';

/** A file in memory, with its compressed forms; null: it has none. */
export interface ReadyFile {
  readonly type: string;
  readonly etag: string | null;
  readonly plain: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

const compressBr = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** A higher quality takes seconds for the reference, and saves little. */
const QUALITY = 9;

/** One file at a time: the compressor takes 33 MB at this quality. */
let compressed: Promise<void> = Promise.resolve();

/** Compresses the file once, in another thread. */
export async function readyFile(type: string, body: string | Buffer): Promise<ReadyFile> {
  const plain = Buffer.from(body);
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const file = { type, etag, plain, br: null as Buffer | null, gzip: null as Buffer | null };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  compressed = compressed
    .then(async () => {
      file.br = await compressBr(plain, { params });
      file.gzip = await compressGzip(plain);
    })
    // Compression fails only for lack of memory; then the uncompressed file is sent.
    .catch(() => {});
  await compressed;
  return file;
}

/** Answers with the smallest form that the client takes, or with 304. */
export function showReady(ctx: Context, file: ReadyFile): void {
  const { type, etag, plain } = file;
  const coding = smallestCoding(ctx, (one) => file[one] !== null);
  ctx.vary('Accept-Encoding');
  ctx.status = 200;
  // Weak, because all forms share it (RFC 9110, 8.8.3).
  if (etag) ctx.set('ETag', `W/"${etag}"`);
  if (etag && ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (coding) ctx.set('Content-Encoding', coding);
  ctx.type = type;
  ctx.body = coding ? file[coding] : plain;
}
