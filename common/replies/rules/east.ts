import type { ReplyRule } from '../rule.ts';

const OF_RECIPIENT = ['RCPT', 'DATA', 'dot', 'report'] as const;

/** Mail.ru: https://help.mail.ru/postmaster · Yandex: https://yandex.com/support/mail */
const russia: readonly ReplyRule[] = [
  {
    rule: 'mailru-rate',
    class: 'slow',
    provider: 'mailru',
    texts: ['ratelimit exceeded*', 'rate limit exceeded*', 'try again later*too many*'],
  },
  {
    rule: 'mailru-spam',
    class: 'policy',
    provider: 'mailru',
    texts: [
      'spam message*rejected',
      'spam message discarded*',
      'we do not accept mail from dynamic IPs',
      'is blacklisted',
    ],
  },
  {
    rule: 'mailru-terminated',
    class: 'inactive',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: [
      'is unavailable: user is terminated',
      'is unavailable: account is disabled',
      'is unavailable: account is inactive',
    ],
  },
  {
    rule: 'mailru-not-found',
    class: 'gone',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['message was not accepted -- invalid mailbox', 'is unavailable: user not found'],
  },
  {
    rule: 'yandex-unavailable',
    class: 'later',
    provider: 'yandex',
    kind: 4,
    texts: ['the service is currently unavailable*', 'come back later'],
  },
  {
    rule: 'yandex-spam',
    class: 'policy',
    provider: 'yandex',
    texts: ['under suspicion of spam', 'policy rejection*'],
  },
  {
    rule: 'yandex-disabled',
    class: 'inactive',
    provider: 'yandex',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['mailbox is disabled', 'user is blocked'],
  },
  {
    rule: 'yandex-no-user',
    class: 'gone',
    provider: 'yandex',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['no such user'],
  },
];

/** QQ: https://service.mail.qq.com/detail/122 · NetEase (163, 126): https://mail.163.com/mailhelp/help_spam_16.htm */
const china: readonly ReplyRule[] = [
  {
    rule: 'qq-rate',
    class: 'slow',
    texts: [
      'ip frequency limited',
      'connection frequency limited',
      'domain frequency limited',
      'sender frequency limited',
      'user frequency limited',
      'mail frequency limited',
    ],
  },
  {
    rule: 'qq-spam',
    class: 'policy',
    texts: [
      'mail content denied',
      'suspected bounce attacks',
      'suspected spam*',
      'ip is rejected*',
      'domain is rejected*',
    ],
  },
  {
    rule: 'qq-authentication',
    class: 'auth',
    texts: ['domain may not exist or DNS check failed', 'sender domain*DNS*'],
    provider: 'qq',
  },
  {
    rule: 'qq-not-activated',
    class: 'inactive',
    provider: 'qq',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['mailbox unavailable or access denied'],
  },
  {
    rule: 'qq-not-found',
    class: 'gone',
    provider: 'qq',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['mailbox not found'],
  },
  {
    rule: 'netease-rate',
    class: 'slow',
    texts: [
      'RP:CEL',
      'RP:RCL',
      'RP:TRC',
      'RP:QRC',
      'RP:ORQ',
      'MI:CEL',
      'MI:STC',
      'MI:SRL',
      'HL:ITC',
      'DT:SUM',
      'CO:IRL*',
      'RP:DRC',
    ],
  },
  {
    rule: 'netease-spam',
    class: 'policy',
    texts: [
      'DT:SPM',
      'HL:REP',
      'HL:IPB',
      'HL:IHU',
      'HL:IFC',
      'IP in blacklist*',
      'MI:IPB',
      'MI:SFQ',
      'MI:NHD',
    ],
  },
  {
    rule: 'netease-authentication',
    class: 'auth',
    texts: ['MI:SPF', 'MI:DMA', 'MI:DMC', 'MI:SPB', 'MI:DKM'],
  },
  {
    rule: 'netease-suspended',
    class: 'inactive',
    provider: 'netease',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['user suspended', 'user locked'],
  },
  {
    rule: 'netease-not-found',
    class: 'gone',
    provider: 'netease',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['user not found', 'invalid user'],
  },
];

const japan: readonly ReplyRule[] = [
  // Docomo replies the same for an unknown user and for a mail that its user's filter refuses.
  {
    rule: 'docomo-unknown-or-filtered',
    class: 'policy',
    provider: 'docomo',
    kind: 5,
    stages: ['DATA', 'dot', 'report'],
    texts: ['unknown user*'],
  },
  {
    rule: 'japan-full',
    class: 'full',
    texts: ['*メールボックスが一杯*', '*容量*超え*', '*信箱已满*', '*邮箱已满*', '*空间不足*'],
  },
  { rule: 'iua-frozen', class: 'inactive', kind: 5, stages: OF_RECIPIENT, texts: ['mailbox is frozen'] },
  {
    rule: 'japan-no-user',
    class: 'gone',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: [
      '*宛先*存在しません*',
      '*メールアドレス*見つかりません*',
      '*該当するユーザ*ありません*',
      '*用户不存在*',
      '*收件人*不存在*',
      '*邮箱不存在*',
      '*信箱不存在*',
    ],
  },
];

export const east: readonly ReplyRule[] = [...russia, ...china, ...japan];
