import type { ReplyRule } from '../rule.ts';

const OF_RECIPIENT = ['RCPT', 'DATA', 'dot', 'report'] as const;

/** Yahoo and AOL: https://senders.yahooinc.com/smtp-error-codes/ */
const yahoo: readonly ReplyRule[] = [
  {
    rule: 'yahoo-deferred',
    class: 'slow',
    texts: [
      '[TSS01]',
      '[TSS02]',
      '[TSS03]',
      '[TSS04]',
      '[TSS05]',
      '[TSS06]',
      '[TSS07]',
      '[TSS09]',
      '[TSS10]',
      '[TSS11]',
      '[TS01]',
      '[TS02]',
      '[TS03]',
      '[IPTS04]',
      '[IPTS05]',
      'temporarily deferred due to unexpected volume or user complaints',
      'VS98-IP0 deferred',
      'max message per connection reached',
    ],
  },
  {
    rule: 'yahoo-busy',
    class: 'later',
    provider: 'yahoo',
    kind: 4,
    texts: ['resources temporarily unavailable', '[#4.16.5]', 'deferred'],
  },
  {
    rule: 'yahoo-block-list',
    class: 'policy',
    provider: 'yahoo',
    texts: [
      '[BL21]',
      '[BL23]',
      '[BL22]',
      '(RTR:BL*',
      '(RTR:SC*',
      '(RTR:GE*',
      '(RTR:CH*',
      '(HVU:B1*',
      '(RLY:*',
      '(CON:B1*',
      '(SND:*',
      '[PH01]',
      '[CHT]',
    ],
  },
  {
    rule: 'yahoo-reverse-dns',
    class: 'auth',
    provider: 'yahoo',
    texts: ['(DNS:NR)', '(DNS:B1)', '(DNS:B2)'],
  },
  {
    rule: 'yahoo-dmarc',
    class: 'auth',
    provider: 'yahoo',
    texts: ['sender*DMARC*', '*failed*DMARC*', 'not authenticated*'],
  },
  {
    rule: 'yahoo-policy',
    class: 'policy',
    texts: ['not accepted for policy reasons', 'AOL will not accept delivery of this message'],
  },
  {
    rule: 'yahoo-no-account',
    class: 'gone',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: [
      'this user doesnt have a*account*',
      'requested mail action aborted, mailbox not found',
      'recipient address rejected: aol.com',
    ],
  },
  {
    rule: 'yahoo-disabled',
    class: 'inactive',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['this account has been disabled or discontinued', 'this mailbox is disabled'],
  },
];

/** iCloud: https://support.apple.com/102322 */
const apple: readonly ReplyRule[] = [
  {
    rule: 'apple-policy',
    class: 'policy',
    provider: 'apple',
    texts: ['[CS01]', '[CS02]', '[HM07]', '[HM08]', '[HME1]', '[HCM1]', '[PH03]'],
  },
  {
    rule: 'apple-not-accepting',
    class: 'policy',
    provider: 'apple',
    texts: ['ESMTP not accepting connections'],
  },
  {
    rule: 'apple-inactive',
    class: 'inactive',
    provider: 'apple',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['inactive email address'],
  },
];

/** Comcast: https://postmaster.xfinity.com/smtp-error-codes.php */
const comcast: readonly ReplyRule[] = [
  { rule: 'comcast-rate', class: 'slow', texts: ['RL0000*', 'CT0000*'] },
  { rule: 'comcast-block-list', class: 'policy', texts: ['BL0000*', 'comcast block for spam', 'SP0000*'] },
  { rule: 'comcast-reverse-dns', class: 'auth', texts: ['RV0000*', 'DM0000*'] },
  {
    rule: 'comcast-not-our-customer',
    class: 'gone',
    kind: 5,
    stages: OF_RECIPIENT,
    provider: 'comcast',
    texts: ['not our customer', 'account not available'],
  },
  {
    rule: 'comcast-closed',
    class: 'inactive',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['account closed, please remove'],
  },
];

export const yahooAppleComcast: readonly ReplyRule[] = [...yahoo, ...apple, ...comcast];
