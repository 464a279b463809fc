import type { Verdict } from '../../common/domain/reply-classes.ts';

/** The result of one recipient in a delivery status or abuse report. */
export interface ReportedRecipient extends Verdict {
  /** The address that we mailed, or null if the report does not name it. */
  readonly address: string | null;
  /** Further addresses of the same recipient, such as a forwarder's target. */
  readonly aliases?: readonly string[];
  /** The enhanced status (RFC 3463), or null. */
  readonly status: string | null;
  /** The server's reply on one line, at most 500 characters. */
  readonly reply: string;
}

/**
 * A mail that came back. bounced: not delivered, for good · deferred: not delivered yet · complained: an abuse report (RFC 5965) ·
 * auto_reply: an automatic reply (RFC 3834), which is no bounce.
 */
export interface Report {
  readonly kind: 'bounced' | 'deferred' | 'complained' | 'auto_reply';
  readonly recipients: readonly ReportedRecipient[];
  /** Message-IDs of the reported mail, without brackets. */
  readonly messageIds: readonly string[];
  /** Return paths of that mail, if the report has them: providers that remove the Message-ID often keep them. */
  readonly returnPaths?: readonly string[];
  /** Tokens and addresses of its List-Unsubscribe. */
  readonly unsubscribes?: readonly string[];
  /** Only the tokens of the enclosed mail count, not the recipient of the report: people also forward mails. */
  readonly byEnclosed?: true;
}

/** The findings of the reader of one form of report; tokens are added later. */
export type ReportBody = Pick<Report, 'kind' | 'recipients' | 'byEnclosed'>;
