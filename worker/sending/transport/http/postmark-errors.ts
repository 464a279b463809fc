import type { ErrorTable } from './meanings.ts';

const OURS = { is: 'refused', class: 'relay' } as const;

/** Values of `ErrorCode`. https://postmarkapp.com/developer/api/overview#error-codes */
export const POSTMARK_ERRORS: ErrorTable = Object.freeze({
  // Bad or missing token.
  10: { is: 'login' },
  // Maintenance.
  100: { is: 'slow_down' },
  // Invalid request: an address, a field, or a sender that is not confirmed.
  300: { is: 'refused', class: 'unknown', asks: true },
  // The sender signature is missing or not confirmed.
  400: OURS,
  401: OURS,
  // JSON or header fields that it cannot read.
  402: OURS,
  403: OURS,
  409: OURS,
  // Not allowed to send: no credits.
  405: OURS,
  // The recipient is on its list. It does not say why, which proves nothing about the mailbox.
  406: { is: 'refused', class: 'unknown' },
  // Too many mails in a batch.
  410: OURS,
  // An attachment of a forbidden type.
  411: { is: 'refused', class: 'content' },
  // The account is pending, or may not send.
  412: OURS,
  413: OURS,
  429: { is: 'slow_down' },
});
