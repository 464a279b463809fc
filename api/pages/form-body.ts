import type { Context } from 'koa';
import { hasBody } from '../http/body.ts';
import { Failure, malformed, tooLarge, unreadableType } from '../http/failures.ts';
import { readForm } from '../http/form.ts';
import type { RateLimits } from '../http/rate-limits.ts';

/** Maximum bytes of a page's form. Two passwords of maximum length with their names take 3,000 in ASCII. */
const FORM_BYTES = 16 * 2 ** 10;
/** More pairs than fit into a form, so that only its bytes are limited. */
const MOST_PAIRS = FORM_BYTES;

/** The inputs of a form by name; an input that occurs several times is a list. */
export type FormInputs = Readonly<Record<string, string | readonly string[]>>;

/** Reads a form as browsers send it. Throws a 429 before its body is read, or a 413 or 415. */
export async function readPageForm(ctx: Context, limits: RateLimits): Promise<FormInputs> {
  await limits.form(ctx.ip);
  return readFormBody(ctx);
}

/** The same without counting, for a form that has been counted already. */
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
    // Destroying the request would close the connection before the refusal is written.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > FORM_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // The client broke off the body.
    throw error instanceof Failure ? error : malformed();
  }
  return Buffer.concat(chunks).toString('utf8');
}
