import type { Values } from '../../common/domain/placeholders.ts';
import type { TextPiece } from '../../common/domain/text-template.ts';
import type { TokenKey } from '../../common/domain/tokens.ts';

/** What is the same in all mails of one send. Texts may hold placeholders where it says so. */
export interface MailSource {
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo: string;
  /** With placeholders; plain text. */
  readonly subject: string;
  /** The preview text that mail readers show beside the subject. With placeholders; plain text; may be empty. */
  readonly preheader: string;
  /** With placeholders; MJML is compiled before. */
  readonly html: string;
  /** The plain-text alternative, with placeholders. `derived` stands in when absent or blank. */
  readonly text?: string | undefined;
  /** The text made of the HTML; the subject stands in where there is none, as no text could be made. */
  readonly derived?: readonly TextPiece[] | null | undefined;
  /** Placeholders with one value for the whole send: `sender_name`, `sender_address`. */
  readonly values: Values;
  /** `PUBLIC_URL`: scheme, host, port and perhaps a path. */
  readonly publicUrl: string;
  /** Whether to rewrite links and to add the open pixel. */
  readonly tracking: boolean;
  readonly tokenKey: TokenKey;
  /** Those of its earlier contents, which keep their ids. */
  readonly links?: readonly Link[] | undefined;
  /** Further headers, as `List-Id` and `Feedback-ID`; their values are ASCII. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[] | undefined;
}

/** What is one recipient's own. */
export interface MailRecipient {
  /** An address that `mailboxAddress` takes; the name may be empty. */
  readonly to: { readonly address: string; readonly name?: string | undefined };
  /** A safe integer; what the tokens in this mail's links sign. */
  readonly deliveryId: number;
  /** The contact's values by placeholder name. */
  readonly values: Values;
  /** `id@domain`, without the angle brackets. */
  readonly messageId: string;
  readonly date: Date;
}

/** A link of a send: what `/c/<token>` with this id as its second number leads to. */
export interface Link {
  /** From 1, in the order of first appearance. */
  readonly id: number;
  /** http or https; may hold placeholders, which `fillLinkTarget` fills when it is clicked. */
  readonly url: string;
}
