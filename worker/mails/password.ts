import { LINK_MINUTES } from '../../common/accounts/password-resets.ts';
import type { AccessChange } from '../../common/models/password-mails.ts';
import type { SystemMail } from '../mailer.ts';
import { type MailWords, mailHtml, mailText } from './layout.ts';

/** The mail with the link to set a new password. It has no text that anybody typed. */
export function resetMail(to: string, url: string, messageKey: string): SystemMail {
  const words: MailWords = {
    title: 'Set a new password',
    paragraphs: ['A new password was asked for, for the account with this address.'],
    button: { text: 'Set a new password', url },
    footer: [
      `The link is good for ${LINK_MINUTES} minutes and works once. A newer mail ends it.`,
      'You did not ask for this? Then there is nothing to do: your password stays as it is.',
    ],
  };
  return { to, subject: 'Set a new password', text: mailText(words), html: mailHtml(words), messageKey };
}

const NOT_YOU =
  'If it was you, there is nothing to do. If it was not, set another password and tell your administrator. Somebody may read your mail: secure your mailbox first.';

/** What was changed, in a title and a sentence. */
const CHANGES: Readonly<Record<AccessChange, { readonly title: string; readonly said: string }>> = {
  changed: {
    title: 'Your password was changed',
    said: 'The password of the account with this address was just changed. Wherever else the account was signed in, it no longer is.',
  },
  factor_on: {
    title: 'Your second factor was turned on',
    said: 'From now on, signing in to the account with this address asks for a code after the password. Wherever else the account was signed in, it no longer is.',
  },
  factor_off: {
    title: 'Your second factor was turned off',
    said: 'From now on, the password alone is enough to sign in to the account with this address.',
  },
};

/** The mail that tells of a change. It has no text that anybody typed. */
export function changedMail(
  change: AccessChange,
  to: string,
  resetUrl: string,
  messageKey: string,
): SystemMail {
  const { title, said } = CHANGES[change];
  const words: MailWords = {
    title,
    paragraphs: [said, NOT_YOU],
    button: { text: 'Set another password', url: resetUrl },
    footer: [],
  };
  return { to, subject: title, text: mailText(words), html: mailHtml(words), messageKey };
}
