/** What a worker of a scenario is configured with, and what that bounds. */
export interface Setup {
  readonly connections: number;
  readonly slices: number;
  readonly recordMails: number;
}

/**
 * Mails that a killed worker may have left with a mail server and without a note: two groups of outcomes, and the mails
 * that were under way when the second was full, two a connection (docs/guarantees.md).
 */
export const perKill = ({ connections, recordMails }: Setup): number => 2 * recordMails + 2 * connections;

/** Slices beside WORKER_SLICES: of mailings that were just opened. */
const FIRST_SLICES = 1;

/**
 * Rows that a kill may leave in doubt with IN_DOUBT=hold: those, and of each slice the next that it said it would hand over,
 * twice what the transport is good for.
 */
export const inDoubtPerKill = (setup: Setup): number =>
  perKill(setup) + (setup.slices + FIRST_SLICES) * 2 * 2 * setup.connections;

export const environmentOf = ({ connections, slices, recordMails }: Setup): Record<string, string> => ({
  SMTP_CONNECTIONS: String(connections),
  WORKER_SLICES: String(slices),
  RECORD_MAILS: String(recordMails),
});

/** A doubled mail was handed over this long before the kill at most: SMTP's answer and the store's, on a loaded machine. */
export const WINDOW_MS = 10_000;
