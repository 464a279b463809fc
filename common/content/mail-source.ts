import { domainToASCII } from 'node:url';
import { feedbackIdOf, listOf } from '../compose/campaign-headers.ts';
import type { DraftSource } from '../compose/compile-mail.ts';
import type { Config } from '../config.ts';
import { referenceHeaders } from '../domain/mail-references.ts';
import type { TextPiece } from '../domain/text-template.ts';
import type { LinkTarget, MailingContent, MailingDocument } from '../models/mailings.ts';

/** What the headers of a mailing's mails are made of. */
export type Named = Pick<MailingDocument, '_id' | 'user_id' | 'unsubscribe_group_id'>;

/** `text` is JSON of the text made from the HTML, null where none could be made; `links` are those that are known already. */
export const mailSourceOf = (
  content: MailingContent,
  { _id, user_id, unsubscribe_group_id }: Named,
  text: string | null,
  config: Config,
  links: readonly LinkTarget[],
): DraftSource => ({
  from: { name: content.from_name, address: content.from_email },
  replyTo: content.reply_to,
  subject: content.subject,
  preheader: content.preheader,
  html: content.html,
  derived: text === null ? null : (JSON.parse(text) as TextPiece[]),
  values: new Map([
    ['sender_name', content.from_name],
    ['sender_address', content.sender_address],
  ]),
  publicUrl: config.publicUrl,
  tracking: content.tracking !== false,
  links,
  list: listOf(unsubscribe_group_id, user_id, content.group_name ?? '', config.messageIdDomain),
  unsubscribeDomain: config.bounceDomain && domainToASCII(config.bounceDomain),
  references: referenceHeaders(config),
  headers: [
    { name: 'Feedback-ID', value: feedbackIdOf(_id, user_id, config.messageIdDomain) },
    // Programs that answer for absent people leave such mails alone (RFC 3834, 2), and spam filters know a mailing list by it.
    { name: 'Precedence', value: 'bulk' },
  ],
});
