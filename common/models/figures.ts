import type { ReasonFigures } from '../domain/unsubscribe-reasons.ts';

const noReasons: ReasonFigures = {
  reason_too_many: 0,
  reason_not_relevant: 0,
  reason_not_interested: 0,
  reason_never_signed_up: 0,
  reason_other: 0,
};

const noFigures = {
  /** Without a final outcome: not handed to a server yet, or waiting for a retry. */
  pending: 0,
  deferred: 0,
  accepted: 0,
  /** Refused for good, given up, or bounced later. */
  bounced: 0,
  /** Left out after the freeze: suppressed, deleted or cancelled since. */
  skipped: 0,
  in_doubt: 0,
  /** Handed to a mail server at least once, or given up; without rows skipped after that. */
  triggered: 0,
  /** Handed over twice because the first mail may not have arrived (RFC 1047). */
  doubted: 0,
  /** Of people: mails that were opened or clicked, and the number of times. */
  unique_opens: 0,
  total_opens: 0,
  unique_clicks: 0,
  total_clicks: 0,
  /** Of machines; absent in old figures. */
  machine_opens: 0,
  machine_clicks: 0,
  unsubscribes: 0,
  /** Absent in old figures. */
  ...noReasons,
  /** Bounced because the mailbox is gone or inactive; absent in old figures. */
  gone: 0,
  complaints: 0,
};

/** Outcomes counted from ledger rows of a batch or a whole mailing. */
export type Figures = typeof noFigures;
export const NO_FIGURES: Readonly<Figures> = Object.freeze(noFigures);
