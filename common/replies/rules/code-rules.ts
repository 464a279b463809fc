import { OF_RECIPIENT, type ReplyRule } from '../rule.ts';

/** Codes that name a cause (RFC 3463, RFC 7372, RFC 7505, RFC 5321, IANA's registry of enhanced status codes). */
export const causes: readonly ReplyRule[] = [
  { rule: 'code-slow', class: 'slow', enhanced: ['4.7.28', '4.4.5', '4.5.3'] },
  {
    rule: 'code-authentication',
    class: 'auth',
    enhanced: [
      'x.7.20',
      'x.7.21',
      'x.7.22',
      'x.7.23',
      'x.7.24',
      'x.7.25',
      'x.7.26',
      'x.7.29',
      'x.7.30',
      'x.7.32',
      'x.7.40',
      '5.7.509',
      '5.7.515',
    ],
  },
  { rule: 'code-sender-domain', class: 'auth', stages: ['report'], enhanced: ['x.1.7', 'x.1.8', 'x.7.27'] },
  { rule: 'code-sender', class: 'relay', enhanced: ['5.1.7', '5.1.8', '5.7.27'] },
  { rule: 'code-full', class: 'full', enhanced: ['x.2.2'] },
  { rule: 'code-size', class: 'size', enhanced: ['5.2.3', '5.3.4'] },
  { rule: 'code-content', class: 'content', enhanced: ['5.6.x'] },
  { rule: 'code-disabled', class: 'inactive', kind: 5, stages: OF_RECIPIENT, enhanced: ['5.7.13'] },
  {
    rule: 'code-owner-changed',
    class: 'inactive',
    kind: 5,
    stages: OF_RECIPIENT,
    enhanced: ['5.7.17', '5.7.18'],
  },
  { rule: 'code-moved', class: 'inactive', kind: 5, stages: OF_RECIPIENT, enhanced: ['5.1.6'] },
  { rule: 'code-own-account', class: 'relay', stages: ['MAIL'], enhanced: ['x.7.13'] },
];

/** Last: codes that leave more open. */
export const codes: readonly ReplyRule[] = [
  { rule: 'code-policy', class: 'policy', enhanced: ['5.7.x'] },
  { rule: 'code-421', class: 'slow', codes: [421] },
  { rule: 'code-temporary-policy', class: 'policy', enhanced: ['4.7.5', '4.7.6', '4.7.7'] },
  { rule: 'code-temporary', class: 'later', kind: 4 },
  { rule: 'code-not-now', class: 'later', enhanced: ['4.x.x'] },
  {
    rule: 'code-gone',
    class: 'gone',
    kind: 5,
    stages: OF_RECIPIENT,
    enhanced: ['5.1.1', '5.1.2', '5.1.3', '5.1.10'],
  },
  {
    rule: 'code-disabled-mailbox',
    class: 'inactive',
    kind: 5,
    stages: ['RCPT', 'report'],
    enhanced: ['5.2.1'],
  },
  { rule: 'code-full-552', class: 'full', codes: [552], stages: ['RCPT'] },
  { rule: 'code-own-sequence', class: 'relay', codes: [503] },
  { rule: 'code-mail', class: 'relay', stages: ['MAIL'] },
  // A refusal at RCPT whose words and codes do not say that it is about the recipient.
  { rule: 'refusing-words-at-rcpt', class: 'policy', kind: 5, stages: ['RCPT'] },
];
