import { now } from '../clock.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { Account, type AccountDocument, type Closure } from '../models/accounts.ts';
import { noteChange } from './change-notes.ts';
import { WARNED_MS } from './deletion.ts';
import { holdReopened } from './reopened-holds.ts';
import { endSessions } from './sessions.ts';

const DAY_MS = 24 * 3600_000;

export const isOwnAddress = ({ email_norm }: AccountDocument, typed: string): boolean =>
  normalizeAddress(typed) === email_norm;

/**
 * Closes an account for `days` by one write: nothing is sent and calls are refused. Other data stays, so that the account can be reopened.
 * All sessions end, and a mail reports it. The caller tells every process. Returns null when the account was closed already.
 */
export async function closeAccount(before: AccountDocument, days: number): Promise<Closure | null> {
  await noteChange('closed', before);
  const at = now();
  const until = new Date(at.getTime() + days * DAY_MS);
  const closed: Closure = { at, until, next_at: new Date(until.getTime() - WARNED_MS) };
  const { modifiedCount } = await Account.updateOne(
    { _id: before._id, closed: null },
    { $set: { closed, updated_at: at } },
  );
  if (modifiedCount === 0) return null;
  await endSessions(before._id, null);
  return closed;
}

/** Deletes an account without the days in which it can be reopened. False: its deletion has begun already. The caller tells every process. */
export async function deleteAtOnce(before: AccountDocument): Promise<boolean> {
  await closeAccount(before, 0);
  const at = now();
  const { matchedCount } = await Account.updateOne(
    { _id: before._id, 'closed.until': { $type: 'date' }, 'closed.deleting': { $exists: false } },
    { $set: { 'closed.until': at, 'closed.next_at': at, updated_at: at } },
  );
  return matchedCount === 1;
}

/** Reopens an account whose deletion has not begun. Sends are held first, in case of a crash. The caller tells every process. */
export async function reopenAccount(account: AccountDocument): Promise<boolean> {
  if (!account.closed || account.closed.deleting) return false;
  await holdReopened(account._id);
  await noteChange('reopened', account);
  const { modifiedCount } = await Account.updateOne(
    { _id: account._id, 'closed.at': account.closed.at, 'closed.deleting': { $exists: false } },
    { $set: { closed: null, updated_at: now() } },
  );
  return modifiedCount === 1;
}
