import type { Context } from 'koa';
import { Failure } from '../../http/failures.ts';
import type { AccountTexts } from '../texts/language.ts';

/** The result of `ask`; null, with the response headers set, when a limit is reached. */
export async function allowed<Value>(ctx: Context, ask: () => Promise<Value>): Promise<Value | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 429) throw error;
    ctx.set(error.headers);
    return null;
  }
}

export function tooManyTries(ctx: Context, texts: Pick<AccountTexts, 'tooMany'>): string {
  const minutes = Math.ceil(Number(ctx.response.get('Retry-After')) / 60);
  return texts.tooMany(minutes);
}
