import type { Verdict } from '../../common/domain/reply-classes.ts';

/** What a delivery status or an abuse report says of one recipient. */
export interface ReportedRecipient extends Verdict {
  /** The address that we mailed, as far as the report names it. Null where it names none. */
  readonly address: string | null;
  /** Further addresses of the same recipient, such as the one to which a forwarder handed the mail on. */
  readonly aliases?: readonly string[];
  /** The enhanced status (RFC 3463); null where there is none. */
  readonly status: string | null;
  /** What the server said, on one line, at most 500 characters. */
  readonly reply: string;
}

/**
 * A mail that came back. bounced: not delivered, for good · deferred: not delivered yet · complained: an abuse report (RFC 5965) ·
 * auto_reply: an answer of a program (RFC 3834), which is no bounce.
 */
export interface Report {
  readonly kind: 'bounced' | 'deferred' | 'complained' | 'auto_reply';
  readonly recipients: readonly ReportedRecipient[];
  /** Message-IDs of the mail that it is about, without brackets. */
  readonly messageIds: readonly string[];
  /** Return paths of that mail, where the report has them: providers that remove the Message-ID often keep it. */
  readonly returnPaths?: readonly string[];
  /** Tokens and addresses of its List-Unsubscribe. */
  readonly unsubscribes?: readonly string[];
  /** Only the tokens of the enclosed mail count, not the address to which the report went: people forward mails, too. */
  readonly byEnclosed?: true;
}

/** The findings of the reader of one form of report; tokens are added later. */
export type ReportBody = Pick<Report, 'kind' | 'recipients' | 'byEnclosed'>;
