/**
 * What a row of an import says about its person. mailable: it gets campaigns · opted_out: it gets none, of the account or of a group ·
 * bounced: a server refused its mail for good · complained: it reported a mail as spam · unconfirmed: it gets no campaigns until
 * it confirms · left_out: the row is not imported. In this order the first holds where several are said of one row.
 */
export const STATUSES = Object.freeze([
  'complained',
  'opted_out',
  'bounced',
  'unconfirmed',
  'left_out',
  'mailable',
] as const);
export type ContactStatus = (typeof STATUSES)[number];

/** How many rows say each status. */
export type StatusCounts = Record<ContactStatus, number>;

export const noStatuses = (): StatusCounts => ({
  mailable: 0,
  opted_out: 0,
  bounced: 0,
  complained: 0,
  unconfirmed: 0,
  left_out: 0,
});

export const isStatus = (word: string): word is ContactStatus =>
  (STATUSES as readonly string[]).includes(word);

/** The strictest of some statuses; null where there are none. */
export const strictest = (said: readonly ContactStatus[]): ContactStatus | null =>
  STATUSES.find((status) => said.includes(status)) ?? null;
