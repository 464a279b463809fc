import type { ReasonFigures } from '../domain/unsubscribe-reasons.ts';

/**
 * What became of mails, counted from ledger rows: of one batch, or of a whole mailing. Figures of a version that did not ask for
 * reasons of unsubscribes lack them.
 */
export interface Figures extends ReasonFigures {
  /** Rows without a final outcome that no server was handed, or that wait for another try. */
  pending: number;
  deferred: number;
  accepted: number;
  /** Refused for good, given up, or bounced later. */
  bounced: number;
  /** Left out after the audience was frozen: suppressed, deleted or cancelled since. */
  skipped: number;
  in_doubt: number;
  /** Handed to a mail server at least once, or given up; none that was left out after that. */
  triggered: number;
  /** Handed over a second time because the first may not have arrived (RFC 1047). */
  doubted: number;
  /** Of people: mails that were opened and clicked, and how often. */
  unique_opens: number;
  total_opens: number;
  unique_clicks: number;
  total_clicks: number;
  /** Of machines; absent in figures that were counted before machines were told apart. */
  machine_opens: number;
  machine_clicks: number;
  unsubscribes: number;
  /** Bounced because the mailbox is gone or inactive; absent in figures that were counted before there were classes. */
  gone: number;
  /** Recipients who reported the mail as spam. */
  complaints: number;
}

export const NO_FIGURES: Readonly<Figures> = Object.freeze({
  pending: 0,
  deferred: 0,
  accepted: 0,
  bounced: 0,
  skipped: 0,
  in_doubt: 0,
  triggered: 0,
  doubted: 0,
  unique_opens: 0,
  total_opens: 0,
  unique_clicks: 0,
  total_clicks: 0,
  machine_opens: 0,
  machine_clicks: 0,
  unsubscribes: 0,
  reason_too_many: 0,
  reason_not_relevant: 0,
  reason_not_interested: 0,
  reason_never_signed_up: 0,
  reason_other: 0,
  gone: 0,
  complaints: 0,
});
