import type { Context } from 'koa';
import type { KeyDocument } from '../../common/models/keys.ts';
import { CALL_MS, patiently } from '../../common/store/patience.ts';
import { scopeOf } from '../contract.ts';
import { type Account, accountOf, findKey, isLive, isSecretOf, WrongPair } from './account.ts';
import { noteKey } from './audit.ts';
import type { Service } from './endpoint.ts';
import type { Door, Exchange } from './exchange.ts';
import { closed, suspended } from './failures.ts';
import { isAllowedNetwork, otherNetwork, unlessOutOfScope } from './key-limits.ts';
import { noteKeyUse } from './key-use.ts';
import type { KnownKey } from './known-keys.ts';

export async function identifyAccount(exchange: Exchange): Promise<void> {
  const { ctx, served, began } = exchange;
  const { door, row, service } = served;
  const changes = ctx.method !== 'GET' || row.changes === true;
  const call = { changes, scope: scopeOf(row, ctx.method) };
  exchange.account = await patiently(door.authenticate(ctx, service, call), began + CALL_MS);
}

/**
 * Finds the account of a request. Throws a 401 for missing or wrong keys, then a 429 for too many calls (docs/rules.md 2.1). The rate limit
 * is checked while the account is read, so it adds no time. Wrong keys do not block an address: many clients share a proxy, and 256 bits
 * cannot be guessed. A remembered pair can be accepted without a query, but never refused: a refusal must take the same time for any key. A
 * call with `changes` always queries the database first, so that a client that gets a 503 can safely retry.
 */
export async function authenticate(
  ctx: Context,
  { limits, keys, log, config }: Pick<Service, 'limits' | 'keys' | 'log' | 'config'>,
  { changes, scope }: Parameters<Door['authenticate']>[2],
): Promise<Account> {
  const [publicKey, secretKey] = [ctx.get('PublicKey'), ctx.get('SecretKey')];
  const tell = (headers: Readonly<Record<string, string>>): void => ctx.set(headers);
  const recallRight = (): KnownKey | null => {
    const known = keys.recall(publicKey);
    return known && isLive(known.key) && isSecretOf(known.key, secretKey) ? known : null;
  };
  const known = changes ? null : recallRight();
  if (known) {
    ctx.state.userId = known.account.id;
    await refuseNetwork(ctx, known.key, limits);
    await limits.call(known.account.id, tell);
    noteKeyUse(known.key, log);
    noteKey(ctx, known.key);
    return unlessOutOfScope(known.key, scope, unlessStopped(known.account));
  }
  const moment = keys.moment();
  const { lookups } = limits;
  const find = () => findKey(publicKey, secretKey);
  const isRight = () => recallRight() !== null;
  const key = await lookups.run(ctx.ip, find, isRight).catch(async (error: unknown) => {
    if (error instanceof WrongPair) {
      lookups.wasWrong(ctx.ip);
      ctx.state.userId = error.userId;
      ctx.state.wrongPair = true;
      await limits.wrongPair(ctx.ip);
    }
    throw error;
  });
  ctx.state.userId = key.user_id;
  await refuseNetwork(ctx, key, limits);
  const [account] = await Promise.all([accountOf(key, config.quotas), limits.call(key.user_id, tell)]);
  keys.keep(moment, { key, account });
  noteKeyUse(key, log);
  noteKey(ctx, key);
  return unlessOutOfScope(key, scope, unlessStopped(account));
}

/** Throws a 403 for a network that the key excludes. The call counts as one with a wrong pair: a stolen pair must not use up its owner's calls. */
async function refuseNetwork(ctx: Context, key: KeyDocument, limits: Service['limits']): Promise<void> {
  if (isAllowedNetwork(key, ctx.ip)) return;
  await limits.wrongPair(ctx.ip);
  throw otherNetwork(ctx.ip);
}

export function unlessStopped(account: Account): Account {
  if (account.closed) throw closed();
  if (account.suspended) throw suspended();
  return account;
}
