import { LINK_DAYS } from '../../../common/domain/verification.ts';
import type { SystemMail } from '../mailer.ts';
import { type MailLayoutTexts, mailOf } from './layout.ts';
import { shorten } from './shorten.ts';

interface LinkMailFacts {
  readonly accountName: string;
  readonly address: string;
  readonly url: string;
  readonly messageKey: string;
}

/** Its address may belong to a stranger, so the account's name is its only text of the account. */
export function confirmationMail({ accountName, address, url, messageKey }: LinkMailFacts): SystemMail {
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
  return mailOf(words, { to: address, subject: 'Confirm that you want notifications', messageKey });
}

/** The address may not belong to the account, so its name is the only text: more would carry a stranger's words. */
export function verificationMail({ accountName, address, url, messageKey }: LinkMailFacts): SystemMail {
  const words: MailLayoutTexts = {
    title: 'Confirm your sender address',
    paragraphs: [
      `${shorten(accountName)} wants to send emails from ${address}. If this is correct, confirm the address.`,
    ],
    button: { text: 'Confirm this address', url },
    footer: [
      `The link works once, within ${LINK_DAYS} days.`,
      'If you did not ask for this, you can ignore this email. No emails are sent from your address unless you confirm it.',
    ],
  };
  return mailOf(words, { to: address, subject: `Confirm ${address} as a sender`, messageKey });
}
