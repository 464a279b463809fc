/**
 * The status of a person in an import. mailable: gets campaigns · opted_out: gets none, of the account or of a group · bounced: a
 * server refused mail for good · complained: reported spam · unconfirmed: gets no campaigns before confirming · left_out: the row
 * is not imported. Of several statuses in a row, the first in this order counts.
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

/** Statuses of contacts: a row of an import may be left out, a contact may not. */
export const LISTED_STATUSES = ['mailable', 'opted_out', 'bounced', 'complained', 'unconfirmed'] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

/** Rows by status. */
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

/** Null: there are none. */
export const strictest = (said: readonly ContactStatus[]): ContactStatus | null =>
  STATUSES.find((status) => said.includes(status)) ?? null;
