import { createHash } from 'node:crypto';
import { now } from '../clock.ts';
import { Account, type AccountDocument } from '../models/accounts.ts';
import { PasswordMail, type PasswordMailDocument } from '../models/password-mails.ts';
import { noteChange, putMail } from './change-notes.ts';
import { hashPassword, type PasswordTurn, passwordMark } from './passwords.ts';
import { endSessions } from './sessions.ts';

/** Lifetime of a link, counted from its mail. Its mail is retried for the same time. */
export const LINK_MINUTES = 30;
export const LINK_MS = LINK_MINUTES * 60_000;

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Requests a mail with a link to set a new password, and returns its id. It does the same for an unknown address. Earlier links expire. */
export function askForReset(address: string): Promise<string> {
  const at = now();
  const expires_at = new Date(at.getTime() + LINK_MS);
  return putMail('link', address, { due_at: at, password_mark: null, created_at: at, expires_at });
}

export interface Reset {
  readonly mail: PasswordMailDocument;
  readonly account: AccountDocument;
}

/** Returns null when the link is unknown, used or expired, or the password was changed since. */
export async function findReset(token: string): Promise<Reset | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const mail = await PasswordMail.findOne({
    token_hash: tokenHash(token),
    expires_at: { $gt: now() },
  });
  const account = mail && (await Account.findOne({ email_norm: mail.email_norm }));
  return account && passwordMark(account) === mail.password_mark ? { mail, account } : null;
}

/**
 * Ends all sessions. Returns false when another request used the link. The mail is noted first, and sent only when the password changed.
 */
export async function resetPassword(
  { mail, account }: Reset,
  password: string,
  turn?: PasswordTurn,
): Promise<boolean> {
  // Before the link is used up: when the process is busy, the person can try again.
  const kept = await hashPassword(password, turn);
  await noteChange('changed', account);
  const { deletedCount } = await PasswordMail.deleteOne({ _id: mail._id, token_hash: mail.token_hash });
  if (deletedCount === 0) return false;
  await Account.updateOne({ _id: account._id }, { $set: { password: kept, updated_at: now() } });
  await endSessions(account._id, null);
  return true;
}
