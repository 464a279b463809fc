import { createAccount, type NewAccount } from '../accounts/accounts.ts';
import { closeAccount, deleteAtOnce, reopenAccount } from '../accounts/closing.ts';
import { createKeyPair, type KeyLimits, type KeyPair, revokeKeyPair } from '../accounts/key-pairs.ts';
import { type AuditSubject, audited, noteActWithin, OPERATOR, prefixOf } from '../changes/audit-entries.ts';
import type { AccountDocument, Closure } from '../models/accounts.ts';

/** Does an operator's act on an account, by a command or in the console, with an entry in the account's audit log. */
export const acting = <Result>(
  userId: number,
  act: string,
  work: () => Promise<Result>,
  concerned: AuditSubject = {},
  madeBy?: (result: Exclude<Result, null | false>) => AuditSubject,
): Promise<Result> => audited({ userId, actor: OPERATOR, act, concerned }, work, madeBy);

/** Creates an account with its first key pair, which is called `keyName`. Null: another account has the address. */
export async function openAccount(
  given: NewAccount,
  keyName: string,
): Promise<{ readonly account: AccountDocument; readonly pair: KeyPair } | null> {
  const account = await createAccount(given);
  if (!account) return null;
  await noteActWithin({ userId: account._id, actor: OPERATOR, act: 'account_created' });
  return { account, pair: await createKeyPair(account._id, keyName) };
}

/** Null: it was closed already. The caller tells every process. */
export const closeForOperator = (account: AccountDocument, days: number): Promise<Closure | null> =>
  acting(account._id, 'account_closed', () => closeAccount(account, days));

/** False: its deletion has begun already. The caller tells every process. */
export const deleteForOperator = (account: AccountDocument): Promise<boolean> =>
  acting(account._id, 'account_closed', () => deleteAtOnce(account));

/** False: it is not closed, or its deletion has begun. The caller tells every process. */
export const reopenForOperator = (account: AccountDocument): Promise<boolean> =>
  acting(account._id, 'account_reopened', () => reopenAccount(account));

export const createKeyForOperator = (userId: number, name: string, limits: KeyLimits): Promise<KeyPair> =>
  acting(
    userId,
    'key_created',
    () => createKeyPair(userId, name, limits),
    {},
    ({ public_key: subject }) => ({ subject: prefixOf(subject) }),
  );

/** False: the account has no such live pair. The caller tells every process. */
export const revokeKeyForOperator = (userId: number, key: string): Promise<boolean> =>
  acting(userId, 'key_revoked', () => revokeKeyPair(userId, key, async () => {}), { subject: key });
