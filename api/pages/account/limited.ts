import type { Context } from 'koa';
import { accountByPassword } from '../../../common/accounts/accounts.ts';
import { Failure } from '../../http/failures.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { type AccountTexts, accountTexts } from '../texts/language.ts';
import { noteActivity } from './activity.ts';
import type { SignedInAccount } from './sessions.ts';

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

/** Checks a visitor's password; null if it is right. Counted by session, so that other clients' attempts do not block the visitor. */
export async function passwordRefusal(
  ctx: Context,
  { account, token }: SignedInAccount,
  password: string,
  limits: RateLimits,
): Promise<{ readonly text: string; readonly status: number } | null> {
  const texts = accountTexts(ctx);
  const attempt = await allowed(ctx, () => limits.signInKnown(token));
  if (!attempt) return { text: tooManyTries(ctx, texts), status: 429 };
  if (!(await accountByPassword(account.email, password))) {
    await noteActivity(ctx, 'password_refused', { userId: account._id });
    return { text: texts.notYourPassword, status: 422 };
  }
  await attempt();
  return null;
}
