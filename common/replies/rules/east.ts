import { OF_RECIPIENT, type ReplyRule } from '../rule.ts';

/** Mail.ru: https://help.mail.ru/postmaster · Yandex: https://yandex.com/support/mail */
const russia: readonly ReplyRule[] = [
  { rule: 'mailru-rate', class: 'slow', provider: 'mailru' },
  { rule: 'mailru-spam', class: 'policy', provider: 'mailru' },
  { rule: 'mailru-terminated', class: 'inactive', kind: 5, stages: OF_RECIPIENT },
  { rule: 'mailru-not-found', class: 'gone', kind: 5, stages: OF_RECIPIENT },
  { rule: 'yandex-unavailable', class: 'later', provider: 'yandex', kind: 4 },
  { rule: 'yandex-spam', class: 'policy', provider: 'yandex' },
  { rule: 'yandex-disabled', class: 'inactive', provider: 'yandex', kind: 5, stages: OF_RECIPIENT },
  { rule: 'yandex-no-user', class: 'gone', provider: 'yandex', kind: 5, stages: OF_RECIPIENT },
  // Only Rambler replies 540.
  { rule: 'rambler-blocked', class: 'inactive', kind: 5, codes: [540], stages: OF_RECIPIENT },
];

/** QQ: https://service.mail.qq.com/detail/122 · NetEase (163, 126): https://mail.163.com/mailhelp/help_spam_16.htm */
const china: readonly ReplyRule[] = [
  { rule: 'qq-rate', class: 'slow' },
  { rule: 'qq-spam', class: 'policy' },
  { rule: 'qq-authentication', class: 'auth', provider: 'qq' },
  { rule: 'qq-not-activated', class: 'inactive', provider: 'qq', kind: 5, stages: OF_RECIPIENT },
  { rule: 'qq-not-found', class: 'gone', provider: 'qq', kind: 5, stages: OF_RECIPIENT },
  { rule: 'netease-rate', class: 'slow' },
  { rule: 'netease-spam', class: 'policy' },
  { rule: 'netease-authentication', class: 'auth' },
  { rule: 'netease-suspended', class: 'inactive', provider: 'netease', kind: 5, stages: OF_RECIPIENT },
  { rule: 'netease-not-found', class: 'gone', provider: 'netease', kind: 5, stages: OF_RECIPIENT },
];

const japan: readonly ReplyRule[] = [
  // Docomo replies the same for an unknown user and for a mail that its user's filter refuses.
  {
    rule: 'docomo-unknown-or-filtered',
    class: 'policy',
    provider: 'docomo',
    kind: 5,
    stages: ['DATA', 'dot', 'report'],
  },
  { rule: 'japan-full', class: 'full' },
  { rule: 'iua-frozen', class: 'inactive', kind: 5, stages: OF_RECIPIENT },
  { rule: 'japan-no-user', class: 'gone', kind: 5, stages: OF_RECIPIENT },
];

export const east: readonly ReplyRule[] = [...russia, ...china, ...japan];
