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

/** Notes a change before it is made, so that a crash cannot lose the mail. The mail is sent only when the change was made. */
export async function noteChange(kind: AccessChange, account: AccountDocument): Promise<void> {
  const at = now();
  await ignoringDuplicates(
    PasswordMail.updateOne(
      { _id: passwordMailId(kind, account.email_norm) },
      {
        $set: {
          kind,
          email_norm: account.email_norm,
          due_at: new Date(at.getTime() + AFTER_CHANGE_MS),
          attempts: 0,
          token_hash: null,
          password_mark: accessMark(account),
          created_at: at,
          expires_at: new Date(at.getTime() + CHANGE_MAIL_MS),
        },
      },
      { upsert: true },
    ),
  );
}
