import { createHash } from 'node:crypto';
import type { AccountDocument } from '../models/accounts.ts';
import { passwordMark } from './passwords.ts';

/**
 * What sessions and known browsers are tied to: it changes with the password, and when the second factor is turned on or off. So the
 * one write that turns it on ends every session that a password alone had opened.
 */
export function accessMark(
  account: Pick<AccountDocument, 'password' | 'password_mark' | 'second_factor'>,
): string {
  const mark = passwordMark(account);
  const { second_factor: factor } = account;
  return factor ? createHash('sha256').update(`${mark} ${factor.id}`).digest('hex') : mark;
}
