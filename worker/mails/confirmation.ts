import { LINK_DAYS } from '../../common/domain/verification.ts';
import type { SystemMail } from '../mailer.ts';
import { type MailWords, mailHtml, mailText } from './layout.ts';
import { shorten } from './shorten.ts';

/** What the mail that asks a notification recipient is made of. */
export interface ConfirmationFacts {
  readonly accountName: string;
  /** The recipient's: mailed to, and asked. */
  readonly address: string;
  readonly url: string;
  readonly messageKey: string;
}

/** The mail whose button allows notifications. It goes to an address that may be a stranger's: only the account's name is in it. */
export function confirmationMail({ accountName, address, url, messageKey }: ConfirmationFacts): SystemMail {
  const words: MailWords = {
    title: 'Do you want these notifications?',
    paragraphs: [
      `${shorten(accountName)} would like to let ${address} know when its imports end, its sends start or complete, and the like.`,
      'If you want such mails, please confirm.',
    ],
    button: { text: 'Confirm this address', url },
    footer: [
      `The link is good for ${LINK_DAYS} days and works once. Each notification has a link that stops them.`,
      'You did not ask for this? Then there is nothing to do: no notifications come unless you confirm.',
    ],
  };
  return {
    to: address,
    subject: 'Confirm that you want notifications',
    text: mailText(words),
    html: mailHtml(words),
    messageKey,
  };
}
