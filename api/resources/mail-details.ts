import { refreshDetails } from '../../common/changes/mail-details.ts';
import { type MailDetails, noDetails } from '../../common/domain/mail-details.ts';
import { Mailing } from '../../common/models/mailings.ts';
import { detailsOfMailing } from '../../common/queries/mail-details.ts';
import type { Account } from '../http/account.ts';
import { type Call, endpoints } from '../http/endpoint.ts';
import { byUtr, flag, oneOf, recordUtr } from '../http/inputs.ts';
import { inputs, optional, required, type ValuesOf } from '../http/typed-input.ts';
import { presentDomain, presentLink, presentPeriod } from '../present/mail-details.ts';
import { withProviders } from '../services/dns/mail-providers.ts';
import { byPeriod, PERIODS } from '../services/domain/periods.ts';
import { shownDomains } from '../services/domain/shown-domains.ts';
import { type FindMailing, mailingOfEmailUtr, mailingOfSendUtr } from '../services/queries/mailing-of.ts';

/** The most hours or days of an answer: the first ones with events. */
const MOST_PERIODS = 1000;

const timelineInput = {
  utr: required(recordUtr()),
  by: optional(oneOf(PERIODS))
    .description('Whether a period is an hour or a day, in the account’s time zone; an hour by default.')
    .example('hour'),
};

type TimelineInput = ValuesOf<typeof timelineInput>;

export const providersFlag = optional(flag())
  .description(
    '1: `provider` names the mailbox provider of each domain, by its MX records. The first answer may take 1.5 s longer.',
  )
  .example(1);

const domainsInput = { utr: required(recordUtr()), providers: providersFlag };

function handlersOf(find: FindMailing) {
  /**
   * The outcomes of a record's mails, and whether newer ones follow soon; null if the record does not exist. After many
   * changes it counts about 6,000 rows. This is a slow query, so an account has few of them at the same time.
   */
  async function asked(
    utr: string,
    account: Account,
    { questions, signal }: Call,
  ): Promise<{ mailing: string; details: MailDetails; refreshing: boolean } | null> {
    const mailing = await find(account, utr);
    if (mailing === null) return null;
    const isNew = await questions.ask(account, 'utr', signal, () =>
      refreshDetails({ user_id: account.id, mailing }),
    );
    const details = (await detailsOfMailing(account.id, mailing)) ?? noDetails();
    return { mailing, details, refreshing: !isNew };
  }
  return {
    async links({ utr }: { utr: string }, account: Account, call: Call) {
      const found = await asked(utr, account, call);
      if (!found) return null;
      const { mailing, details, refreshing } = found;
      const sent = await Mailing.of(account.id).findOne({ _id: mailing }, { projection: { links: 1 } });
      return {
        links: (sent?.links ?? []).map((link) => presentLink(link, details.links.get(link.id))),
        refreshing,
      };
    },
    async timeline({ utr, by }: TimelineInput, account: Account, call: Call) {
      const found = await asked(utr, account, call);
      if (!found) return null;
      const periods = byPeriod(found.details.times, by || 'hour', account.timezone).slice(0, MOST_PERIODS);
      return {
        timeline: periods.map((period) => presentPeriod(period, account.timezone)),
        refreshing: found.refreshing,
      };
    },
    async domains({ utr, providers }: ValuesOf<typeof domainsInput>, account: Account, call: Call) {
      const found = await asked(utr, account, call);
      if (!found) return null;
      return {
        domains: (await withProviders(shownDomains(found.details.domains), providers === 1, call.config)).map(
          presentDomain,
        ),
        refreshing: found.refreshing,
      };
    },
  };
}

const ofSend = handlersOf(mailingOfSendUtr);
const ofEmail = handlersOf(mailingOfEmailUtr);

/** See docs/rules.md 9.29. */
export const mailDetails = endpoints({
  singleSendLinks: { input: byUtr, run: ofSend.links },
  singleSendTimeline: { input: inputs(timelineInput), run: ofSend.timeline },
  singleSendDomains: { input: inputs(domainsInput), run: ofSend.domains },
  automationScheduleLinks: { input: byUtr, run: ofEmail.links },
  automationScheduleTimeline: { input: inputs(timelineInput), run: ofEmail.timeline },
  automationScheduleDomains: { input: inputs(domainsInput), run: ofEmail.domains },
});
