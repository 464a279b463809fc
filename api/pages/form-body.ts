import { Writable } from 'node:stream';
import type { Context } from 'koa';
import { network } from '../../common/domain/network.ts';
import { hasBody, isPlain } from '../http/body.ts';
import { bytesOf, GrowingBuffer } from '../http/body-bytes.ts';
import type { BodyKey } from '../http/body-shares.ts';
import { charsetOf, refuseDamaged } from '../http/charsets.ts';
import { Failure, tooLarge, unreadableBody } from '../http/failures.ts';
import { readForm } from '../http/form.ts';
import type { RateLimits } from '../http/rate-limits.ts';

/** Maximum bytes of a page's form. Two passwords of maximum length with their names take 3,000 in ASCII. */
const FORM_BYTES = 16 * 2 ** 10;
/** More pairs than fit into a form, so that only its bytes are limited. */
const MOST_PAIRS = FORM_BYTES;
const MOST_PARTS = 100;

export type FormInputs = Readonly<Record<string, string | readonly string[]>>;

/** Reads a browser's form. Throws a 429 before the body is read, or a 413 or 415. */
export async function readPageForm(ctx: Context, limits: RateLimits): Promise<FormInputs> {
  await limits.form(ctx.ip);
  return readFormBody(ctx, limits);
}

/** `readPageForm` for a form that was counted already. It uses the memory share of `account`, or else of the client's network. */
export async function readFormBody(ctx: Context, limits: RateLimits, account?: number): Promise<FormInputs> {
  if (!hasBody(ctx)) return {};
  if (!ctx.is('urlencoded')) throw unreadableBody();
  const bytes = await bodyOf(ctx, FORM_BYTES, limits, account);
  const inputs = readForm(bytes, MOST_PAIRS, charsetOf(ctx.get('Content-Type')));
  refuseDamaged(inputs);
  return inputs;
}

/** Bytes for the other fields of a form with a file, and for the headers of its parts. */
const AROUND_FILE = FORM_BYTES;

/** Reads a multipart form with a file of about `bytes` at most; null for a larger one. `fileOf` returns null for an empty field. */
export async function readFormWithFile(
  ctx: Context,
  bytes: number,
  limits: RateLimits,
  account: number,
): Promise<{ inputs: FormInputs; fileOf: (name: string) => Buffer | null } | null> {
  if (!ctx.is('multipart')) throw unreadableBody();
  const body = await bodyOf(ctx, bytes + AROUND_FILE, limits, account).catch((error: unknown) => {
    if (error instanceof Failure && error.status === 413) return null;
    throw error;
  });
  if (!body) return null;
  const contents: GrowingBuffer[] = [];
  const { readMultipart } = await import('../http/multipart.ts');
  const { texts, files } = await readMultipart(
    ctx,
    [body],
    { most: MOST_PARTS, bytes: body.length },
    {
      most: MOST_PARTS,
      bytes: body.length,
      into: () => gatheredInto(contents),
      keyOf: (name) => name,
      refused: tooLarge,
    },
  );
  const chosen = new Map(files.map(({ key }, at) => [key, contents[at]!.bytes]));
  return { inputs: texts, fileOf: (name) => (chosen.get(name)?.length ? chosen.get(name)! : null) };
}

function gatheredInto(contents: GrowingBuffer[]): Writable {
  const content = new GrowingBuffer();
  contents.push(content);
  return new Writable({
    write(piece: Buffer, _, done) {
      content.add(piece);
      done();
    },
  });
}

/** The bytes of a body. They use their memory share until the request is answered. */
async function bodyOf(
  ctx: Context,
  most: number,
  { bodies }: RateLimits,
  key: BodyKey = network(ctx.ip),
): Promise<Buffer> {
  if (!isPlain(ctx)) throw unreadableBody();
  const { length } = ctx.request;
  if ((length ?? 0) > most) throw tooLarge();
  const share = await bodies.take(key, length ?? most);
  if (ctx.res.closed) share.leave();
  else ctx.res.once('close', () => share.leave());
  return bytesOf(ctx.req, { most, paced: true }, length);
}

/** Whether our pages or no page sent this. Browsers name the origin of forms and changes, and Fetch Metadata the site of reads. */
export function isFromOurPages(ctx: Context, publicOrigin: string): boolean {
  const origin = ctx.get('Origin');
  if (origin === '') return !['cross-site', 'same-site'].includes(ctx.get('Sec-Fetch-Site'));
  return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === ctx.get('Host'));
}
