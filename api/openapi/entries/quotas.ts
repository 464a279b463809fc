import { QUOTA_NAMES, QUOTAS } from '../../../common/domain/quotas.ts';
import type { presentQuotas } from '../../present/quotas.ts';
import { entries } from '../entry.ts';
import { count, list, nullable, oneOf, record } from '../shapes.ts';

const quota = record<ReturnType<typeof presentQuotas>[number]>('Quota', {
  name: oneOf(QUOTA_NAMES),
  limit: nullable(count('Null where there is none.')),
  used: count(),
  unit: oneOf([...new Set(QUOTA_NAMES.map((name) => QUOTAS[name].unit))]),
});

const described = QUOTA_NAMES.map((name) => `\`${name}\`, ${QUOTAS[name].about.toLowerCase()}`).join(' · ');

export const quotas = entries(
  {
    name: 'Quotas',
    about:
      'What an account may have and have under way, set by who runs the service. A call beyond a quota answers 409, or ' +
      '429 where room comes by itself (calls, slow calls, imports); its text names the quota, and nothing is done. A ' +
      'send beyond `mails_per_day` is held or paused with the reason `quota`, loses nothing, and goes on by itself when ' +
      'the day of UTC has turned.',
  },
  {
    quotaList: {
      summary: 'List the quotas and what is used of them',
      about: `${described}. Calls are counted by the process that answers.`,
      output: list(quota),
    },
  },
);
