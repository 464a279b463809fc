import { LINK_DAYS } from '../../../common/domain/verification.ts';
import type { SystemMail } from '../mailer.ts';
import { type MailLayoutTexts, mailHtml, mailText } from './layout.ts';
import { shorten } from './shorten.ts';

/** The data of a verification mail. */
export interface VerificationFacts {
  readonly accountName: string;
  /** The address of the sender: the mail goes to it and asks for its confirmation. */
  readonly address: string;
  readonly url: string;
  readonly messageKey: string;
}

/**
 * The mail with the link that verifies a sender. Nothing has proved yet that the address belongs to the account. So the
 * mail contains nothing else that the account typed: it would carry a stranger's words to anyone.
 */
export function verificationMail({ accountName, address, url, messageKey }: VerificationFacts): SystemMail {
  const words: MailLayoutTexts = {
    title: 'Confirm your sender address',
    paragraphs: [
      `${shorten(accountName)} would like to send mails from ${address}. If that is right, please confirm the address.`,
    ],
    button: { text: 'Confirm this address', url },
    footer: [
      `The link is good for ${LINK_DAYS} days and works once.`,
      'You did not ask for this? Then there is nothing to do: no mails are sent from your address unless you confirm it.',
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
