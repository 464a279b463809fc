import type { PlaceholderValues } from '../domain/placeholders.ts';
import type { TextPiece } from '../domain/text-template.ts';
import type { TokenKey } from '../domain/tokens.ts';
import type { MailList } from './campaign-headers.ts';

/** The common source of all mails of a send. Only marked texts may contain placeholders. */
export interface MailSource {
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo: string;
  /** With placeholders; plain text. */
  readonly subject: string;
  /** The preview text that mail readers show next to the subject. With placeholders; plain text; may be empty. */
  readonly preheader: string;
  /** With placeholders; MJML has already been rendered to HTML. */
  readonly html: string;
  /** The plain-text alternative, with placeholders. When absent or blank, `derived` is used. */
  readonly text?: string | undefined;
  /** The text made from the HTML. When it could not be made, the subject is used. */
  readonly derived?: readonly TextPiece[] | null | undefined;
  /** Placeholders with one value for the whole send: `sender_name`, `sender_address`. */
  readonly values: PlaceholderValues;
  /** `PUBLIC_URL`: scheme, host, port and optionally a path. */
  readonly publicUrl: string;
  readonly tracking: boolean;
  readonly tokenKey: TokenKey;
  /** The links of earlier contents of this send; they keep their ids. */
  readonly links?: readonly TrackedLink[] | undefined;
  /** False, for single messages: no footer and no header to unsubscribe. Absent: true. */
  readonly optOut?: boolean | undefined;
  readonly attached?: boolean | undefined;
  readonly list?: MailList | undefined;
  /** The domain (ASCII) of addresses that unsubscribe, when inbound mail is configured. */
  readonly unsubscribeDomain?: string | null | undefined;
  /** Further headers, such as `Feedback-ID`; their values are ASCII. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[] | undefined;
  /** Names of headers that repeat the Message-ID, because some providers report mails by them. */
  readonly references?: readonly string[] | undefined;
}

export interface MailRecipient {
  /** An address that `mailboxAddress` accepts; the name may be empty. */
  readonly to: { readonly address: string; readonly name?: string | undefined };
  /** A safe integer, signed in the tokens of this mail's links. */
  readonly account: number;
  readonly deliveryId: number;
  /** Named by the links to opt out. */
  readonly contactId?: number | null;
  readonly values: PlaceholderValues;
  /** `id@domain`, without the angle brackets. */
  readonly messageId: string;
  readonly date: Date;
}

/** The target of `/c/<token>` with this id as the token's second number. */
export interface TrackedLink {
  readonly id: number;
  /** http or https; `fillLinkTarget` fills its placeholders on a click. */
  readonly url: string;
}
