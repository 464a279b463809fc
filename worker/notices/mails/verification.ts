import { LINK_DAYS } from '../../../common/domain/verification.ts';
import type { SystemMail } from '../mailer.ts';
import { type MailLayoutTexts, mailHtml, mailText } from './layout.ts';
import { shorten } from './shorten.ts';

export interface VerificationFacts {
  readonly accountName: string;
  readonly address: string;
  readonly url: string;
  readonly messageKey: string;
}

/** The address may not belong to the account, so its name is the only text: more would carry a stranger's words. */
export function verificationMail({ accountName, address, url, messageKey }: VerificationFacts): SystemMail {
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
  return {
    to: address,
    subject: `Confirm ${address} as a sender`,
    text: mailText(words),
    html: mailHtml(words),
    messageKey,
  };
}
