import { OF_RECIPIENT, type ReplyRule } from '../rule.ts';

/** Yahoo and AOL: https://senders.yahooinc.com/smtp-error-codes/ */
const yahoo: readonly ReplyRule[] = [
  { rule: 'yahoo-deferred', class: 'slow' },
  { rule: 'yahoo-busy', class: 'later', provider: 'yahoo', kind: 4 },
  { rule: 'yahoo-block-list', class: 'policy', provider: 'yahoo' },
  { rule: 'yahoo-reverse-dns', class: 'auth', provider: 'yahoo' },
  { rule: 'yahoo-dmarc', class: 'auth', provider: 'yahoo' },
  { rule: 'yahoo-policy', class: 'policy' },
  { rule: 'yahoo-no-account', class: 'gone', kind: 5, stages: OF_RECIPIENT },
  { rule: 'yahoo-disabled', class: 'inactive', kind: 5, stages: OF_RECIPIENT },
];

/** iCloud: https://support.apple.com/102322 */
const apple: readonly ReplyRule[] = [
  { rule: 'apple-policy', class: 'policy', provider: 'apple' },
  { rule: 'apple-not-accepting', class: 'policy', provider: 'apple' },
  { rule: 'apple-inactive', class: 'inactive', provider: 'apple', kind: 5, stages: OF_RECIPIENT },
];

/** Comcast: https://postmaster.xfinity.com/smtp-error-codes.php */
const comcast: readonly ReplyRule[] = [
  { rule: 'comcast-rate', class: 'slow' },
  { rule: 'comcast-block-list', class: 'policy' },
  { rule: 'comcast-reverse-dns', class: 'auth' },
  { rule: 'comcast-not-our-customer', class: 'gone', kind: 5, stages: OF_RECIPIENT, provider: 'comcast' },
  { rule: 'comcast-closed', class: 'inactive', kind: 5, stages: OF_RECIPIENT },
];

export const yahooAppleComcast: readonly ReplyRule[] = [...yahoo, ...apple, ...comcast];
