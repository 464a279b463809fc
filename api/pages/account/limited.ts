import type { Context } from 'koa';
import { accountByPassword } from '../../../common/accounts/accounts.ts';
import type { PasswordTurn } from '../../../common/accounts/passwords.ts';
import { normalizeAddress } from '../../../common/domain/addresses.ts';
import { network } from '../../../common/domain/network.ts';
import type { AccountDocument } from '../../../common/models/accounts.ts';
import { Failure } from '../../http/failures.ts';
import type { CountReturn, RateLimits } from '../../http/rate-limits.ts';
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

/** The turn in which a password is checked. `person`: the account's address, or what is known of it in this browser. */
export const passwordTurn = (ctx: Context, person: string): PasswordTurn => ({
  person,
  network: network(ctx.ip),
});

/** Returns the counts of an attempt that could not be made, for example because too many passwords are being checked. */
export async function givingBack<Result>(
  counts: readonly CountReturn[],
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    await Promise.all(counts.map((giveBack) => giveBack()));
    throw error;
  }
}

/**
 * The account that has this address and password; null for others. A wrong password returns the count of right ones; `counts` come back
 * only if the password was not checked. Throws a 429 for too many right passwords.
 */
export async function countedAccount(
  ctx: Context,
  limits: RateLimits,
  { email, password, person }: { readonly email: string; readonly password: string; readonly person: string },
  counts: readonly CountReturn[],
): Promise<AccountDocument | null> {
  const right = await givingBack(counts, () => limits.rightPassword(normalizeAddress(email)));
  const account = await givingBack([...counts, right], () =>
    accountByPassword(email, password, passwordTurn(ctx, person)),
  );
  if (!account) await right();
  return account;
}

/** Checks a visitor's password. Counted by session: a stolen session must not use up the owner's tries. Throws a 429. */
export async function isOwnPassword(
  ctx: Context,
  { account, token }: SignedInAccount,
  password: string,
  limits: RateLimits,
): Promise<boolean> {
  const attempt = await limits.signInKnown(token);
  const given = { email: account.email, password, person: token };
  if (await countedAccount(ctx, limits, given, [attempt])) {
    await attempt();
    return true;
  }
  await noteActivity(ctx, 'password_refused', { userId: account._id });
  return false;
}

/** {@link isOwnPassword} for a page; null if it is right. */
export async function passwordRefusal(
  ctx: Context,
  visitor: SignedInAccount,
  password: string,
  limits: RateLimits,
): Promise<{ readonly text: string; readonly status: number } | null> {
  const texts = accountTexts(ctx);
  const isRight = await allowed(ctx, () => isOwnPassword(ctx, visitor, password, limits));
  if (isRight === null) return { text: tooManyTries(ctx, texts), status: 429 };
  return isRight ? null : { text: texts.notYourPassword, status: 422 };
}
