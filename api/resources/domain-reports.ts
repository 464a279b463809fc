import { refreshDetails } from '../../common/changes/mail-details.ts';
import { now } from '../../common/clock.ts';
import { countOfEvent, QUARTER_MS } from '../../common/domain/mail-details.ts';
import { dayAfter, dayOf, firstDayWithin } from '../../common/domain/segment-days.ts';
import { reportAddressOf } from '../../common/domain/token-addresses.ts';
import { tokenKey } from '../../common/domain/tokens.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { SendingDomain } from '../../common/models/sending-domains.ts';
import { reportsOfDomain } from '../../common/queries/domain-reports.ts';
import { timesOfAccount } from '../../common/queries/mail-details.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField } from '../http/failures.ts';
import { recordId } from '../http/inputs.ts';
import { inputs, optional, required } from '../http/typed-input.ts';
import { presentDomainReports } from '../present/domain-reports.ts';
import { dmarcOf } from '../services/dns/domain-records.ts';
import { day } from '../services/domain/day-input.ts';
import { daysOf, sourcesOf, tlsOf } from '../services/domain/domain-evidence.ts';
import { policyStep } from '../services/domain/policy-step.ts';

const MOST_DAYS = 92;
/** The default number of days, including the last one. */
const DAYS = 30;

/** Accepted mails of the account, by day (UTC). */
async function sentByDay(userId: number, first: string, last: string): Promise<ReadonlyMap<string, number>> {
  const times = await timesOfAccount(userId, { from: midnight(first), to: midnight(dayAfter(last)) });
  const days = new Map<string, number>();
  for (const [quarter, counts] of times) {
    const accepted = countOfEvent(counts, 'accepted');
    const date = dayOf(new Date(quarter * QUARTER_MS), 'utc');
    if (accepted > 0) days.set(date, (days.get(date) ?? 0) + accepted);
  }
  return days;
}

const midnight = (date: string): Date => new Date(`${date}T00:00:00Z`);

export const domainReports = endpoints({
  sendingDomainReports: {
    input: inputs({
      id: required(recordId()),
      from: optional(day())
        .description('The first day, `YYYY-MM-DD` in UTC; by default 29 days before `to`.')
        .example('2030-05-01'),
      to: optional(day())
        .description('The last day; today by default. The period has at most 92 days.')
        .example('2030-05-31'),
    }),
    async run({ id, from, to }, account, { config, questions, signal }) {
      const last = to || dayOf(now(), 'utc');
      const first = from || firstDayWithin(last, DAYS - 1);
      if (last < first) throw invalidField('to', texts.notBefore('to', 'from'));
      if (firstDayWithin(last, MOST_DAYS - 1) > first)
        throw invalidField('from', texts.days('from', MOST_DAYS));
      const found = await SendingDomain.of(account.id).findOne({ _id: id });
      if (!found) return null;
      await questions.ask(account, 'from', signal, () => refreshDetails({ user_id: account.id }));
      const [{ reports, isWhole }, sent] = await Promise.all([
        reportsOfDomain(account.id, id, { first, last }),
        sentByDay(account.id, first, last),
      ]);
      const { bounceDomain } = config;
      const address =
        bounceDomain &&
        reportAddressOf({ account: account.id, id }, tokenKey(config.signingSecrets), bounceDomain);
      const sources = sourcesOf(reports, found, bounceDomain);
      const days = daysOf(sources, sent);
      const dmarc = found.check?.records.dmarc;
      const policy = dmarc?.status === 'unknown' ? 'unknown' : dmarcOf(dmarc?.found ?? []);
      const step = policyStep(policy, days, {
        isProven: found.proven.includes('rsa'),
        isAnswered: dmarc?.at === undefined,
        reports: address,
      });
      return presentDomainReports({
        from: first,
        to: last,
        sources,
        days,
        tls: tlsOf(reports),
        step,
        address,
        isWhole,
      });
    },
  },
});
