import { noteContactDays } from '../../common/changes/contact-days.ts';
import { refreshDetails } from '../../common/changes/mail-details.ts';
import { now } from '../../common/clock.ts';
import { dayOf, firstDayWithin } from '../../common/domain/segment-days.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { domainsOfAccount, timesOfAccount } from '../../common/queries/mail-details.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField } from '../http/failures.ts';
import { integer, oneOf } from '../http/inputs.ts';
import { inputs, optional } from '../http/typed-input.ts';
import { presentDay, presentDomainStatistics } from '../present/statistics.ts';
import { withProviders } from '../services/dns/mail-providers.ts';
import { checkDays, day, spanOfDays } from '../services/domain/day-input.ts';
import { byDay } from '../services/domain/periods.ts';
import { shownDomains } from '../services/domain/shown-domains.ts';
import { growthOf } from '../services/queries/contact-growth.ts';
import { isTypeThere } from './contact-references.ts';
import { providersFlag } from './mail-details.ts';

const MOST_DAYS = 366;
/** The default number of days, including the last one. */
const DAYS = 30;

const BY = ['day', 'domain'] as const;

/** With the events of each day, and the growth of contact types. */
async function daysOf(
  { id, timezone }: Account,
  days: { readonly first: string; readonly last: string },
  signal: AbortSignal,
  typeId: number | undefined,
) {
  await noteContactDays(id, () => signal.aborted);
  const [times, growth] = await Promise.all([
    timesOfAccount(id, spanOfDays(days.first, days.last, timezone)),
    growthOf(id, days, typeId),
  ]);
  return byDay(times, days, timezone).map((day) => presentDay(day, growth.get(day.day) ?? []));
}

/** See docs/rules.md 9.30. */
export const statistics = endpoints({
  accountStatistics: {
    input: inputs({
      from: optional(day())
        .description(
          'The first day, `YYYY-MM-DD` in the account’s time zone, or in UTC by domain; by default 29 days before `to`.',
        )
        .example('2030-05-01'),
      to: optional(day())
        .description('The last day; today by default. The period has at most 366 days.')
        .example('2030-05-31'),
      by: optional(oneOf(BY))
        .description('Whether an entry is a day (the default) or a recipient domain.')
        .example('day'),
      contact_type_id: optional(integer()).description('`contact_types` has only this contact type.'),
      providers: providersFlag,
    }),
    async run({ from, to, by, providers, contact_type_id }, account, { config, questions, signal }) {
      const { timezone } = account;
      const last = to || dayOf(now(), timezone);
      const first = from || firstDayWithin(last, DAYS - 1);
      checkDays(first, last, MOST_DAYS);
      const typeId = contact_type_id ?? undefined;
      if (typeId !== undefined && !(await isTypeThere(account.id, typeId)))
        throw invalidField('contact_type_id', texts.selected('contact_type_id'));
      const isNew = await questions.ask(account, 'from', signal, () =>
        refreshDetails({ user_id: account.id }),
      );
      return {
        statistics:
          by === 'domain'
            ? (
                await withProviders(
                  shownDomains(await domainsOfAccount(account.id, first, last)),
                  providers === 1,
                  config,
                )
              ).map(presentDomainStatistics)
            : await daysOf(account, { first, last }, signal, typeId),
        refreshing: !isNew,
      };
    },
  },
});
