import type { Context } from 'koa';
import { hasBody } from '../http/body.ts';
import { Failure, malformed, tooLarge, unreadableType } from '../http/failures.ts';
import { readForm } from '../http/form.ts';
import type { RateLimits } from '../http/rate-limits.ts';

/** Bytes of a page's form: two passwords of the greatest length and their names, in ASCII, take 3,000. */
const FORM_BYTES = 16 * 2 ** 10;
/** More than fit in. */
const MOST_PAIRS = FORM_BYTES;

/** A form's inputs by their names; an input that is there several times is a list. */
export type FormInputs = Readonly<Record<string, string | readonly string[]>>;

/** Reads the form of a page as browsers send it; throws a 429 before its body is read, or a 413 or 415. */
export async function readPageForm(ctx: Context, limits: RateLimits): Promise<FormInputs> {
  await limits.form(ctx.ip);
  return readFormBody(ctx);
}

/** The same for what was counted before. */
export async function readFormBody(ctx: Context): Promise<FormInputs> {
  if (!hasBody(ctx)) return {};
  if (!ctx.is('urlencoded') || !['', 'identity'].includes(ctx.get('Content-Encoding'))) {
    throw unreadableType();
  }
  if ((ctx.request.length ?? 0) > FORM_BYTES) throw tooLarge();
  return readForm(await bodyText(ctx), MOST_PAIRS);
}

async function bodyText({ req }: Context): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // To destroy the request would close its connection before the refusal is written.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > FORM_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // A body that breaks off is the client's.
    throw error instanceof Failure ? error : malformed();
  }
  return Buffer.concat(chunks).toString('utf8');
}
