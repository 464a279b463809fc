import { createHash } from 'node:crypto';
import type { AccountDocument } from '../models/accounts.ts';
import { passwordMark } from './passwords.ts';

/** Sessions and known browsers hold this mark. A change of the password or of the second factor ends them all. */
export function accessMark(
  account: Pick<AccountDocument, 'password' | 'password_mark' | 'second_factor'>,
): string {
  const mark = passwordMark(account);
  const { second_factor: factor } = account;
  return factor ? createHash('sha256').update(`${mark} ${factor.id}`).digest('hex') : mark;
}
