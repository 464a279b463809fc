import type { ReasonFigures } from '../domain/unsubscribe-reasons.ts';

/** Outcomes counted from ledger rows of a batch or a whole mailing. Old figures lack the reasons of unsubscribes. */
export interface Figures extends ReasonFigures {
  /** Without a final outcome: not handed to a server yet, or waiting for a retry. */
  pending: number;
  deferred: number;
  accepted: number;
  /** Refused for good, given up, or bounced later. */
  bounced: number;
  /** Left out after the freeze: suppressed, deleted or cancelled since. */
  skipped: number;
  in_doubt: number;
  /** Handed to a mail server at least once, or given up; without rows skipped after that. */
  triggered: number;
  /** Handed over twice because the first mail may not have arrived (RFC 1047). */
  doubted: number;
  /** Of people: mails that were opened or clicked, and the number of times. */
  unique_opens: number;
  total_opens: number;
  unique_clicks: number;
  total_clicks: number;
  /** Of machines; absent in old figures. */
  machine_opens: number;
  machine_clicks: number;
  unsubscribes: number;
  /** Bounced because the mailbox is gone or inactive; absent in old figures. */
  gone: number;
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
