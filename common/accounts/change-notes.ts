import { createHash } from 'node:crypto';
import { now } from '../clock.ts';
import type { AccountDocument } from '../models/accounts.ts';
import { type AccessChange, PasswordMail, type PasswordMailDocument } from '../models/password-mails.ts';
import { ignoringDuplicates } from '../store/connection.ts';
import { accessMark } from './access-mark.ts';

/** The mail about a change is retried for this many milliseconds. */
export const CHANGE_MAIL_MS = 24 * 3600_000;

/** Delay of that mail after the note. The note is stored before the change, which takes milliseconds. */
const AFTER_CHANGE_MS = 5000;

export const passwordMailId = (kind: PasswordMailDocument['kind'], address: string): string =>
  createHash('sha256').update(`${kind} ${address}`).digest('hex');

/** Replaces the mail of this kind to an address, and returns its id. */
export async function putMail(
  kind: PasswordMailDocument['kind'],
  email_norm: string,
  fields: Pick<PasswordMailDocument, 'due_at' | 'password_mark' | 'created_at' | 'expires_at'>,
): Promise<string> {
  const _id = passwordMailId(kind, email_norm);
  const set = { kind, email_norm, attempts: 0, token_hash: null, ...fields };
  await ignoringDuplicates(PasswordMail.updateOne({ _id }, { $set: set }, { upsert: true }));
  return _id;
}

/** Notes a change before it is made, so that a crash cannot lose the mail. The mail is sent only when the change was made. */
export async function noteChange(kind: AccessChange, account: AccountDocument): Promise<void> {
  const created_at = now();
  await putMail(kind, account.email_norm, {
    due_at: new Date(created_at.getTime() + AFTER_CHANGE_MS),
    password_mark: accessMark(account),
    created_at,
    expires_at: new Date(created_at.getTime() + CHANGE_MAIL_MS),
  });
}
