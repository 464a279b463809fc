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
  if (!ctx.is('urlencoded')) throw unreadableType();
  return readForm((await bodyOf(ctx, FORM_BYTES)).toString('utf8'), MOST_PAIRS);
}

/** What a form with a file is made of, beyond the file: its other fields, and the headers of the parts. */
const AROUND_FILE = FORM_BYTES;

/**
 * Reads a multipart form with a file of at most `bytes` bytes, in memory; null where it is larger. A file that was not chosen is null.
 * One that is a few kB larger may still be read.
 */
export async function readFormWithFile(
  ctx: Context,
  bytes: number,
): Promise<{ inputs: FormInputs; fileOf: (name: string) => Buffer | null } | null> {
  if (!ctx.is('multipart')) throw unreadableType();
  const body = await bodyOf(ctx, bytes + AROUND_FILE).catch((error: unknown) => {
    if (error instanceof Failure && error.status === 413) return null;
    throw error;
  });
  if (!body) return null;
  const inputs: Record<string, string> = Object.create(null);
  const files = new Map<string, Buffer>();
  for (const [name, value] of await partsOf(body, ctx.get('Content-Type'))) {
    if (typeof value === 'string') inputs[name] = value;
    else if (value.size > 0) files.set(name, Buffer.from(await value.arrayBuffer()));
  }
  return { inputs, fileOf: (name) => files.get(name) ?? null };
}

async function partsOf(body: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
  } catch {
    throw malformed();
  }
}

async function bodyOf(ctx: Context, most: number): Promise<Buffer> {
  if (!['', 'identity'].includes(ctx.get('Content-Encoding'))) throw unreadableType();
  if ((ctx.request.length ?? 0) > most) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Destroying the request would close the connection before the refusal is written.
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // The client broke off the body.
    throw error instanceof Failure ? error : malformed();
  }
  return Buffer.concat(chunks);
}
