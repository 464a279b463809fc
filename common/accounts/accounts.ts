import { now } from '../clock.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { Account, type AccountDocument } from '../models/accounts.ts';
import { Segment } from '../models/segments.ts';
import { ignoringDuplicates } from '../store/connection.ts';
import { nextId } from '../store/ids.ts';
import { inTransaction } from '../store/transactions.ts';
import { noteChange } from './change-notes.ts';
import {
  hashPassword,
  isOutdated,
  isPassword,
  keptAnew,
  PasswordsBusy,
  type PasswordTurn,
} from './passwords.ts';

export interface NewAccount {
  name: string;
  email: string;
  /** `kept`: the hash of a stored password. */
  password: string | { readonly kept: string };
  /** IANA name. */
  timezone: string;
}

export async function createAccount({
  name,
  email,
  password,
  timezone,
}: NewAccount): Promise<AccountDocument | null> {
  const at = now();
  const account: AccountDocument = {
    _id: await nextId('accounts'),
    name,
    email,
    email_norm: normalizeAddress(email),
    password: typeof password === 'string' ? await hashPassword(password) : password.kept,
    timezone,
    created_at: at,
    updated_at: at,
  };
  if (!(await ignoringDuplicates(Account.insertOne(account)))) return null;
  return account;
}

export const accountByAddress = (email: string): Promise<AccountDocument | null> =>
  Account.findOne({ email_norm: normalizeAddress(email) });

export const accountById = (userId: number): Promise<AccountDocument | null> =>
  Account.findOne({ _id: userId });

export async function accountByPassword(
  email: string,
  password: string,
  turn?: PasswordTurn,
): Promise<AccountDocument | null> {
  const account = await accountByAddress(email);
  const fits = await isPassword(password, account?.password ?? null, turn);
  if (!account || !fits) return null;
  return isOutdated(account.password) ? keepAnew(account, password, turn) : account;
}

/** Stores the password at the current cost. When the process is busy, this waits for a later sign-in. */
async function keepAnew(
  account: AccountDocument,
  password: string,
  turn?: PasswordTurn,
): Promise<AccountDocument> {
  try {
    const changed = await Account.findOneAndUpdate(
      { _id: account._id, password: account.password },
      { $set: keptAnew(account, await hashPassword(password, turn)) },
      { returnDocument: 'after' },
    );
    return changed ?? account;
  } catch (error) {
    if (error instanceof PasswordsBusy) return account;
    throw error;
  }
}

/** Starts a walk of all segments of an account: a new time zone changes what dates in rules mean. */
async function startWalks(userId: number): Promise<void> {
  const walk = { phase: 'rows', after: 0, began_at: now() } as const;
  await Segment.of(userId).updateMany({ deleted_at: null }, { $set: { walk, recheck_at: null } });
}

/** `move`: makes the changes that a new time zone needs, in the same transaction. */
export async function changeDetails(
  userId: number,
  { name, timezone }: Pick<AccountDocument, 'name' | 'timezone'>,
  tell: (userId: number) => Promise<void>,
  move?: (before: string) => Promise<void>,
): Promise<void> {
  const before = await inTransaction(async () => {
    const account = await Account.findOneAndUpdate(
      { _id: userId },
      { $set: { name, timezone, updated_at: now() } },
    );
    if (account) await move?.(account.timezone);
    return account;
  });
  if (!before || before.timezone === timezone) return;
  await tell(userId);
  await startWalks(userId);
}

export async function changeTracking(userId: number, tracking: boolean): Promise<void> {
  await Account.updateOne({ _id: userId }, { $set: { tracking, updated_at: now() } });
}

/** Changes the password, ends all earlier sessions and schedules the mail about it. */
export async function changePassword(
  account: AccountDocument,
  password: string,
  turn?: PasswordTurn,
): Promise<AccountDocument | null> {
  const kept = await hashPassword(password, turn);
  await noteChange('changed', account);
  return Account.findOneAndUpdate(
    { _id: account._id },
    { $set: { password: kept, updated_at: now() } },
    { returnDocument: 'after' },
  );
}
