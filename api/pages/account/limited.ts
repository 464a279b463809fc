import type { Context } from 'koa';
import { Failure } from '../../http/failures.ts';

/** The result of a limit; null, with the response headers set, when the limit is reached. */
export async function allowed<Value>(ctx: Context, ask: () => Promise<Value>): Promise<Value | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 429) throw error;
    ctx.set(error.headers);
    return null;
  }
}

/** How long the limit lasts, as a text. */
export const waitOf = (ctx: Context): string => {
  const minutes = Math.ceil(Number(ctx.response.get('Retry-After')) / 60);
  return minutes > 1 ? `${minutes} minutes` : 'a minute';
};
