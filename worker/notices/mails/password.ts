import { LINK_MINUTES } from '../../../common/accounts/password-resets.ts';
import { localTime } from '../../../common/domain/times.ts';
import type { AccountDocument } from '../../../common/models/accounts.ts';
import type { AccessChange } from '../../../common/models/password-mails.ts';
import type { SystemMail } from '../mailer.ts';
import { type MailLayoutTexts, mailOf } from './layout.ts';

/** The mail with the link to set a new password, without any text that a person typed. */
export function resetMail(to: string, url: string, messageKey: string): SystemMail {
  const words: MailLayoutTexts = {
    title: 'Set a new password',
    paragraphs: ['Someone requested a new password for the account with this address.'],
    button: { text: 'Set a new password', url },
    footer: [
      `The link works once, within ${LINK_MINUTES} minutes. A newer email makes it invalid.`,
      'If you did not ask for this, you can ignore this email. Your password stays the same.',
    ],
  };
  return mailOf(words, { to, subject: 'Set a new password', messageKey });
}

const NOT_YOU =
  'If this was you, no action is needed. Otherwise another person may read your emails: secure your mailbox first, then set another password and tell your administrator.';

type PasswordMail = (
  account: AccountDocument,
) => Pick<MailLayoutTexts, 'title' | 'paragraphs'> & { readonly button: string };

const access =
  (title: string, said: string): PasswordMail =>
  () => ({ title, paragraphs: [said, NOT_YOU], button: 'Set another password' });

const endOf = ({ closed, timezone }: AccountDocument): string =>
  closed ? `${localTime(closed.until, timezone).slice(0, 16)} (${timezone})` : '';

const CHANGES: Readonly<Record<AccessChange, PasswordMail>> = {
  changed: access(
    'Your password was changed',
    'The password of the account with this address was just changed. All other sessions of the account were ended.',
  ),
  factor_on: access(
    'Your second factor was turned on',
    'From now on, signing in to the account with this address asks for a code after the password. All other sessions of the account were ended.',
  ),
  factor_off: access(
    'Your second factor was turned off',
    'From now on, the password alone is enough to sign in to the account with this address.',
  ),
  closed: (account) => ({
    title: 'Your account was closed',
    paragraphs: [
      'The account with this address was closed. It no longer sends emails, and its keys no longer work.',
      `Until ${endOf(account)} you can sign in and reopen it with all its data. After that, the data are deleted permanently.`,
    ],
    button: 'Sign in to reopen it',
  }),
  reopened: () => ({
    title: 'Your account was reopened',
    paragraphs: [
      'The account with this address was reopened. All of its data were kept, and its keys work again.',
      'Unsent campaigns and automations wait. Check them, and resume those that you still want to send.',
    ],
    button: 'Open your account',
  }),
  deletion_near: (account) => ({
    title: 'Your account is about to be deleted',
    paragraphs: [
      `The account with this address was closed. At ${endOf(account)}, all its data are deleted permanently: contacts, campaigns, automations and their figures.`,
      'To keep them, sign in before then and reopen the account. Otherwise, no action is needed.',
    ],
    button: 'Sign in to keep it',
  }),
};

/** Changes after which a person who did not make them should set another password. */
const OF_ACCESS: ReadonlySet<AccessChange> = new Set(['changed', 'factor_on', 'factor_off']);

export function changedMail(
  change: AccessChange,
  account: AccountDocument,
  publicUrl: string,
  messageKey: string,
): SystemMail {
  const { title, paragraphs, button } = CHANGES[change](account);
  const url = `${publicUrl}/account${OF_ACCESS.has(change) ? '/reset' : ''}`;
  const words: MailLayoutTexts = { title, paragraphs, button: { text: button, url }, footer: [] };
  return mailOf(words, { to: account.email, subject: title, messageKey });
}
