import { LINK_DAYS } from '../../../common/domain/verification.ts';
import type { SystemMail } from '../mailer.ts';
import { type MailLayoutTexts, mailHtml, mailText } from './layout.ts';
import { shorten } from './shorten.ts';

export interface ConfirmationFacts {
  readonly accountName: string;
  readonly address: string;
  readonly url: string;
  readonly messageKey: string;
}

/** Its address may belong to a stranger, so the account's name is its only text of the account. */
export function confirmationMail({ accountName, address, url, messageKey }: ConfirmationFacts): SystemMail {
  const words: MailLayoutTexts = {
    title: 'Do you want these notifications?',
    paragraphs: [
      `${shorten(accountName)} would like to let ${address} know when its imports end, its sends start or complete, and the like.`,
      'If you want these emails, please confirm.',
    ],
    button: { text: 'Confirm this address', url },
    footer: [
      `The link works once, within ${LINK_DAYS} days. Each notification has a link to stop them.`,
      'If you did not ask for this, you can ignore this email. You get no notifications unless you confirm.',
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
