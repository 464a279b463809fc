import type { Context } from 'koa';
import { type Account, accountOf, findKey, WrongPair } from './account.ts';
import type { Service } from './endpoint.ts';
import { noteKeyUse } from './key-use.ts';

/**
 * Whose request it is: a 401 when the keys do not say so, then a 429 when there are too many (rulings 2). The limit is
 * asked for while the account is read, so that it costs no time of its own. A right pair passes wherever it comes
 * from: behind one address stand a proxy's clients, and nobody guesses 256 bits, however often.
 */
export async function authenticate(ctx: Context, { limits, log }: Service): Promise<Account> {
  const key = await findKey(ctx.get('PublicKey'), ctx.get('SecretKey')).catch(async (error: unknown) => {
    if (error instanceof WrongPair) await limits.wrongPair(ctx.ip);
    throw error;
  });
  ctx.state.userId = key.user_id;
  const [account] = await Promise.all([accountOf(key), limits.call(key.user_id)]);
  noteKeyUse(key, log);
  return account;
}
