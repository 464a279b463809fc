import { QUOTA_NAMES, QUOTAS } from '../../../common/domain/quotas.ts';
import type { PresentedQuota } from '../../present/quotas.ts';
import { entries } from '../entry.ts';
import { count, list, nullable, number, oneOf, record } from '../shapes.ts';

const quota = record<PresentedQuota>('Quota', {
  name: oneOf([...QUOTA_NAMES, 'calls_per_second']),
  limit: nullable(
    number(
      'The most that the account may have; null if there is no limit. Only `calls_per_second` can have decimals.',
    ),
  ),
  used: nullable(count('Null for `calls_per_second`: the header `RateLimit` says how many calls are left.')),
  unit: oneOf([...new Set(QUOTA_NAMES.map((name) => QUOTAS[name].unit))]),
});

const described = QUOTA_NAMES.map((name) => `\`${name}\`, ${QUOTAS[name].about.toLowerCase()}`).join(' · ');

export const quotas = entries(
  {
    name: 'Quotas',
    about:
      'The most that an account may have, or have under way. The operator of the service sets the quotas. A call over a quota answers 409, or ' +
      '429 if room returns soon (calls, slow calls, imports). Its text names the quota, and the call changes nothing. A send over ' +
      '`mails_per_day` is held or paused with the reason `quota`. It loses no mail, and resumes by itself when the next day in UTC begins.',
  },
  {
    quotaList: {
      summary: 'List the quotas and their use',
      about: `${described} · \`calls_per_second\`, the rate of calls. Calls are counted by the process that answers.`,
      output: list(quota),
    },
  },
);
