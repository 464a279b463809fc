import type { Context } from 'koa';
import { type Account, accountOf, findKey, isSecretOf, WrongPair } from './account.ts';
import type { Service } from './endpoint.ts';
import { suspended } from './failures.ts';
import { noteKeyUse } from './key-use.ts';

/**
 * Finds the account of a request: throws a 401 for missing or wrong keys, then a 429 for too many calls (docs/rules.md 2.1). The
 * rate limit is asked for while the account is read, so that it takes no extra time. A valid pair is accepted from any
 * address: many clients share the address of a proxy, and 256 bits can't be guessed. A remembered pair may be accepted
 * without asking the database, but never refused: refusing a wrong pair takes the same time whether its key exists or not.
 *
 * A call that `changes` something asks the database each time. If that hangs, the change never begins, so a client that
 * gets 503 can try again without changing something twice.
 */
export async function authenticate(
  ctx: Context,
  { limits, keys, log, config }: Pick<Service, 'limits' | 'keys' | 'log' | 'config'>,
  changes: boolean,
): Promise<Account> {
  const [publicKey, secretKey] = [ctx.get('PublicKey'), ctx.get('SecretKey')];
  const known = changes ? null : keys.recall(publicKey);
  if (known && isSecretOf(known.key, secretKey)) {
    ctx.state.userId = known.account.id;
    await limits.call(known.account.id);
    noteKeyUse(known.key, log);
    return unlessSuspended(known.account);
  }
  const moment = keys.moment();
  const key = await findKey(publicKey, secretKey).catch(async (error: unknown) => {
    if (error instanceof WrongPair) await limits.wrongPair(ctx.ip);
    throw error;
  });
  ctx.state.userId = key.user_id;
  const [account] = await Promise.all([accountOf(key, config.quotas), limits.call(key.user_id)]);
  keys.keep(moment, { key, account });
  noteKeyUse(key, log);
  return unlessSuspended(account);
}

/** Refuses every call of an account that an operator suspended. */
export function unlessSuspended(account: Account): Account {
  if (account.suspended) throw suspended();
  return account;
}
