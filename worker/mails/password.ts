import { LINK_MINUTES } from '../../common/accounts/password-resets.ts';
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

/** The mail that says that the password was set by such a link. */
export function changedMail(to: string, resetUrl: string, messageKey: string): SystemMail {
  const words: MailWords = {
    title: 'Your password was changed',
    paragraphs: [
      'The password of the account with this address was just set anew, by the link of a mail to you. Wherever the account was signed in, it no longer is.',
      'If it was you, there is nothing to do. If it was not, somebody else reads your mail: secure your mailbox first, then set another password, and tell your administrator.',
    ],
    button: { text: 'Set another password', url: resetUrl },
    footer: [],
  };
  return {
    to,
    subject: 'Your password was changed',
    text: mailText(words),
    html: mailHtml(words),
    messageKey,
  };
}
