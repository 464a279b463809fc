import type { ReplyRule } from '../rule.ts';

/**
 * Services that send for others, and the words of their events: Amazon SES and Resend (`Permanent/NoEmail`), SendGrid
 * (`bounce_classification`), Postmark (`Type`), Mailgun (`reason`). A reply of the recipient's server goes before these words.
 */
export const senderRules: readonly ReplyRule[] = [
  { rule: 'ses-not-verified', class: 'relay' },
  { rule: 'ses-rate', class: 'slow' },
  { rule: 'sendgrid-connections', class: 'slow' },
  { rule: 'sendgrid-credits', class: 'relay' },
];

/** Tried after all texts: an event without a reply of the recipient's server. */
export const events: readonly ReplyRule[] = [
  // The provider does not mail an address because of an earlier event. It does not say which, so it proves nothing about the
  // mailbox.
  { rule: 'event-suppressed', class: 'unknown', stages: ['report'] },
  { rule: 'event-no-mailbox', class: 'gone', stages: ['report'], kind: 5 },
  { rule: 'event-full', class: 'full', stages: ['report'] },
  { rule: 'event-size', class: 'size', stages: ['report'] },
  { rule: 'event-content', class: 'content', stages: ['report'] },
  { rule: 'event-auth', class: 'auth', stages: ['report'] },
  { rule: 'event-policy', class: 'policy', stages: ['report'] },
  { rule: 'event-later', class: 'later', stages: ['report'] },
  { rule: 'event-slow', class: 'slow', stages: ['report'] },
];
