import { brandOf } from '../../../common/accounts/brands.ts';
import { coalesce } from '../../../common/batching/coalesce.ts';
import {
  bouncesOf,
  countOfEvent,
  type EventCounts,
  type LinkCounts,
  noDetails,
  noEventCounts,
  OTHER_DOMAINS,
} from '../../../common/domain/mail-details.ts';
import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { Account } from '../../../common/models/accounts.ts';
import { NO_FIGURES } from '../../../common/models/figures.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { detailsOfMailing } from '../../../common/queries/mail-details.ts';
import { sharedSend } from '../../../common/queries/report-shares.ts';
import { plotColumns } from '../domain/plot-columns.ts';
import { shownDomains } from '../domain/shown-domains.ts';
import { mailingsOfSends } from './single-sends.ts';

/** Mails that a domain needs to be named, because a domain of a few people would identify them. */
const FEWEST = 10;

/** The plot draws openings and clicks only. */
const isFollowed = (counts: EventCounts): boolean =>
  countOfEvent(counts, 'opened') + countOfEvent(counts, 'clicked') > 0;

function withoutFew(domains: ReadonlyMap<string, EventCounts>): Map<string, EventCounts> {
  const others = noEventCounts();
  const kept = new Map([[OTHER_DOMAINS, others]]);
  for (const [domain, counts] of domains) {
    if (domain !== OTHER_DOMAINS && countOfEvent(counts, 'accepted') + bouncesOf(counts) >= FEWEST)
      kept.set(domain, counts);
    else for (const [place, count] of counts.entries()) others[place]! += count;
  }
  return kept;
}

/** The report of a token, or null; it names no contact. Concurrent requests for one link share a read. */
export const sharedReport = coalesce(
  (token: string) => token,
  async (token: string) => {
    const shared = await sharedSend(token);
    if (!shared) return null;
    const { send } = shared;
    const mailing = mailingOfSend(send._id);
    const [account, brand, counted, details, sent] = await Promise.all([
      Account.findOne({ _id: send.user_id }, { projection: { name: 1, timezone: 1 } }),
      brandOf(send.user_id),
      mailingsOfSends(send.user_id, [send._id]),
      detailsOfMailing(send.user_id, mailing),
      Mailing.of(send.user_id).findOne({ _id: mailing }, { projection: { links: 1, stopped: 1 } }),
    ]);
    if (!account) return null;
    const { times, domains, links } = details ?? noDetails();
    const found = counted.get(send._id);
    return {
      ...shared,
      account,
      brand,
      isStopped: sent?.stopped === true,
      recipients: found?.audience.recipients ?? 0,
      figures: found?.figures ?? NO_FIGURES,
      plot: plotColumns(new Map([...times].filter(([, counts]) => isFollowed(counts))), account.timezone),
      links: (sent?.links ?? []).map(({ id, url }) => ({
        url,
        counts: (links.get(id) ?? [0, 0, 0]) satisfies LinkCounts,
      })),
      domains: shownDomains(withoutFew(domains)),
    };
  },
);

export type SharedReport = NonNullable<Awaited<ReturnType<typeof sharedReport>>>;
