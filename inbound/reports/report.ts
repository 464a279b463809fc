import type { Verdict } from '../../common/domain/reply-classes.ts';

export interface ReportedRecipient extends Verdict {
  /** The address that we mailed, or null if the report does not name it. */
  readonly address: string | null;
  readonly aliases?: readonly string[];
  readonly status: string | null;
  readonly reply: string;
}

/** bounced: not delivered · deferred: not delivered yet · complained: RFC 5965 · auto_reply: RFC 3834, which is no bounce. */
export interface Report {
  readonly kind: 'bounced' | 'deferred' | 'complained' | 'auto_reply';
  readonly recipients: readonly ReportedRecipient[];
  readonly messageIds: readonly string[];
  /** Return paths of that mail, if the report has them: providers that remove the Message-ID often keep them. */
  readonly returnPaths?: readonly string[];
  readonly unsubscribes?: readonly string[];
  /** Only the tokens of the enclosed mail count, not the recipient of the report: people also forward mails. */
  readonly byEnclosed?: true;
}

export type ReportBody = Pick<Report, 'kind' | 'recipients' | 'byEnclosed'>;
