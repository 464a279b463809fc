import type { Context } from 'koa';
import { type Account, accountOf, findKey, isSecretOf, WrongPair } from './account.ts';
import type { Service } from './endpoint.ts';
import { suspended } from './failures.ts';
import { noteKeyUse } from './key-use.ts';

/**
 * Whose request it is: a 401 when the keys do not say so, then a 429 when there are too many (rulings 2). The limit is
 * asked for while the account is read, so that it costs no time of its own. A right pair passes wherever it comes
 * from: behind one address stand a proxy's clients, and nobody guesses 256 bits, however often. What is known of a
 * pair is enough to let it pass, never to refuse it: a wrong one takes as long whether its key is in use or not.
 *
 * What `changes` something asks the store each time: where that hangs, the change never begins, and whoever is told
 * 503 may try again without making it twice.
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

function unlessSuspended(account: Account): Account {
  if (account.suspended) throw suspended();
  return account;
}
