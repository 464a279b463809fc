/** Settings of a worker in a scenario, from which the bounds follow. */
export interface Setup {
  readonly connections: number;
  readonly slices: number;
  readonly recordMails: number;
}

/**
 * Mails that a killed worker may have handed over without a record: two groups of outcomes, and the mails under way when the
 * second group was full, two for each connection (docs/guarantees.md).
 */
export const perKill = ({ connections, recordMails }: Setup): number => 2 * recordMails + 2 * connections;

/** Slices in addition to WORKER_SLICES, for mailings that were just opened. */
const FIRST_SLICES = 1;

/**
 * Rows that a kill may leave in doubt with IN_DOUBT=hold: those above, and for each slice the next rows that it announced to hand
 * over, which are twice the transport's capacity.
 */
export const inDoubtPerKill = (setup: Setup): number =>
  perKill(setup) + (setup.slices + FIRST_SLICES) * 2 * 2 * setup.connections;

export const environmentOf = ({ connections, slices, recordMails }: Setup): Record<string, string> => ({
  SMTP_CONNECTIONS: String(connections),
  WORKER_SLICES: String(slices),
  RECORD_MAILS: String(recordMails),
});

/**
 * Milliseconds between handing over a doubled mail and the kill, at most: the answers of SMTP and the database, on a busy
 * machine.
 */
export const WINDOW_MS = 10_000;
