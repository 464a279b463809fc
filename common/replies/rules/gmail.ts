import type { ReplyRule } from '../rule.ts';

/** Gmail and Google Workspace: https://support.google.com/a/answer/3726730 */
export const gmail: readonly ReplyRule[] = [
  { rule: 'gmail-rate', class: 'slow', provider: 'gmail', kind: 4 },
  { rule: 'gmail-sending-limit', class: 'slow', provider: 'gmail', enhanced: ['x.4.5'] },
  { rule: 'gmail-4.7.28', class: 'slow', provider: 'gmail', enhanced: ['4.7.28'] },
  { rule: 'gmail-unsolicited', class: 'policy', provider: 'gmail' },
  { rule: 'gmail-recipient-rate', class: 'later', provider: 'gmail' },
  { rule: 'gmail-over-quota', class: 'full', provider: 'gmail' },
  {
    rule: 'gmail-authentication',
    class: 'auth',
    provider: 'gmail',
    enhanced: [
      'x.7.23',
      'x.7.24',
      'x.7.25',
      'x.7.26',
      'x.7.27',
      'x.7.29',
      'x.7.30',
      'x.7.31',
      'x.7.32',
      'x.7.40',
    ],
  },
  { rule: 'gmail-unauthenticated', class: 'auth', provider: 'gmail' },
  { rule: 'gmail-attachment', class: 'content', provider: 'gmail' },
  { rule: 'gmail-format', class: 'content', provider: 'gmail' },
  { rule: 'gmail-group-refuses', class: 'policy', provider: 'gmail' },
  {
    rule: 'gmail-no-such-user',
    class: 'gone',
    provider: 'gmail',
    kind: 5,
    stages: ['RCPT', 'DATA', 'dot', 'report'],
  },
  {
    rule: 'gmail-disabled',
    class: 'inactive',
    provider: 'gmail',
    kind: 5,
    stages: ['RCPT', 'DATA', 'dot', 'report'],
  },
  { rule: 'googlegroups', class: 'policy', provider: 'googlegroups' },
];
