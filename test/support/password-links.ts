import { randomBytes } from 'node:crypto';
import { tokenHash } from '../../common/accounts/password-resets.ts';
import { passwordMark } from '../../common/accounts/passwords.ts';
import { Account } from '../../common/models/accounts.ts';
import { PasswordMail } from '../../common/models/password-mails.ts';

/** The path of a link that sets a new password, as a mail to the account has it. */
export async function passwordLink(userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const account = (await Account.findOne({ _id: userId }))!;
  const at = new Date();
  await PasswordMail.insertOne({
    _id: `link ${token}`,
    kind: 'link',
    email_norm: account.email_norm,
    due_at: null,
    attempts: 0,
    token_hash: tokenHash(token),
    password_mark: passwordMark(account),
    created_at: at,
    expires_at: new Date(at.getTime() + 600_000),
  });
  return `/account/reset/${token}`;
}
