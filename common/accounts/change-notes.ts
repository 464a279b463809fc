import { createHash } from 'node:crypto';
import { now } from '../clock.ts';
import type { AccountDocument } from '../models/accounts.ts';
import { type AccessChange, PasswordMail, type PasswordMailDocument } from '../models/password-mails.ts';
import { ignoringDuplicates } from '../store/connection.ts';
import { accessMark } from './access-mark.ts';

/** Milliseconds for which the mail about a change is tried. */
export const CHANGE_MAIL_MS = 24 * 3600_000;

/** The mail about a change is due so long after it was noted: the note comes before the change, which takes milliseconds. */
const AFTER_CHANGE_MS = 5000;

/** The id of the one mail of a kind that an address has at a time. */
export const passwordMailId = (kind: PasswordMailDocument['kind'], address: string): string =>
  createHash('sha256').update(`${kind} ${address}`).digest('hex');

/**
 * Notes that the account's address is told of a change. It is noted before the change, so that a crash can not lose it; the mail goes
 * only where the change was made.
 */
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
