import { domainToASCII } from 'node:url';
import { feedbackIdOf, listIdOf } from '../compose/campaign-headers.ts';
import type { DraftSource } from '../compose/compile-mail.ts';
import type { Config } from '../config.ts';
import { referenceHeaders } from '../domain/mail-references.ts';
import type { TextPiece } from '../domain/text-template.ts';
import type { LinkTarget, MailingContent, MailingDocument } from '../models/mailings.ts';
import { linkBase } from '../queries/own-names.ts';

export type HeaderSource = Pick<MailingDocument, '_id' | 'user_id' | 'unsubscribe_group_id' | 'message_id'>;

/** `text`: JSON of the text made from the HTML, or null. `links`: those with ids already. */
export const mailSourceOf = (
  content: MailingContent,
  named: HeaderSource,
  text: string | null,
  config: Config,
  links: readonly LinkTarget[],
): DraftSource => ({
  from: { name: content.from_name, address: content.from_email },
  replyTo: content.reply_to,
  subject: content.subject,
  preheader: content.preheader,
  html: withOwnImages(content, config.publicUrl),
  text: content.own_text,
  derived: text === null ? null : (JSON.parse(text) as TextPiece[]),
  values: new Map([
    ['sender_name', content.from_name],
    ['sender_address', content.sender_address],
  ]),
  publicUrl: linkBase(config.publicUrl, content.link_host),
  tracking: content.tracking !== false,
  links,
  ...listing(named, content, config),
  attached: content.attached === true,
  unsubscribeDomain: returnDomainOf(content, config),
  references: referenceHeaders(config),
  headers: [
    {
      name: 'Feedback-ID',
      value: feedbackIdOf(
        isMessage(named) ? MESSAGES : named._id,
        named.user_id,
        idDomainOf(content, config),
      ),
    },
    // Automatic responders answer neither (RFC 3834, 2), and spam filters recognise a mailing list by the second.
    isMessage(named)
      ? { name: 'Auto-Submitted', value: 'auto-generated' }
      : { name: 'Precedence', value: 'bulk' },
  ],
});

/** Gmail sees all single messages of an account as one campaign, so its figures reveal nothing about a single mail. */
const MESSAGES = 'messages';

const isMessage = ({ message_id }: HeaderSource): boolean => message_id !== undefined;

/** A message without an unsubscribe group is not a list mail. */
const listing = (
  named: HeaderSource,
  content: MailingContent,
  config: Config,
): Pick<DraftSource, 'optOut' | 'list'> =>
  isMessage(named) && named.unsubscribe_group_id === 0
    ? { optOut: false }
    : {
        list: listIdOf(
          named.unsubscribe_group_id,
          named.user_id,
          content.group_name ?? '',
          idDomainOf(content, config),
        ),
      };

/** The domain of Message-IDs and of identifiers of lists. */
export const idDomainOf = (
  { link_host }: Pick<MailingContent, 'link_host'>,
  { messageIdDomain }: Pick<Config, 'messageIdDomain'>,
): string => link_host ?? messageIdDomain;

/** The domain of return paths and of addresses to unsubscribe. Null without a receiver, whatever the sending domain has. */
export const returnDomainOf = (
  { return_path_host }: Pick<MailingContent, 'return_path_host'>,
  { bounceDomain }: Pick<Config, 'bounceDomain'>,
): string | null => bounceDomain && (return_path_host ?? domainToASCII(bounceDomain));

/** Images that the service has for the account, at the host of the sending domain. */
function withOwnImages({ html, link_host }: MailingContent, publicUrl: string): string {
  if (!link_host) return html;
  const base = linkBase(publicUrl, link_host);
  return IMAGE_PATHS.reduce((text, path) => text.replaceAll(`${publicUrl}${path}`, `${base}${path}`), html);
}

const IMAGE_PATHS = ['/media/', '/images/', '/logos/'];
