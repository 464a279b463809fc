import { ERASED_DOMAIN } from '../../common/domain/erased-addresses.ts';
import {
  bouncesOf,
  countOf,
  type EventCounts,
  type LinkCounts,
  OTHER_DOMAINS,
} from '../../common/domain/mail-details.ts';
import { REPLY_CLASSES } from '../../common/domain/reply-classes.ts';
import { localTime, timestamp } from '../../common/domain/times.ts';
import type { LinkTarget } from '../../common/models/mailings.ts';
import type { PeriodCounts } from '../services/domain/periods.ts';

/** Recipients, each counted once in each figure. */
export const presentEvents = (counts: EventCounts) => ({
  accepted: countOf(counts, 'accepted'),
  opened: countOf(counts, 'opened'),
  clicked: countOf(counts, 'clicked'),
  unsubscribed: countOf(counts, 'unsubscribed'),
  complained: countOf(counts, 'complained'),
  bounced: bouncesOf(counts),
});

/** Bounces by the class of the reply; classes without one are left out. */
export const bouncesByClass = (counts: EventCounts): Record<string, number> =>
  Object.fromEntries(
    REPLY_CLASSES.flatMap((name) => (countOf(counts, name) > 0 ? [[name, countOf(counts, name)]] : [])),
  );

/** A link of a mail, as its author wrote it, and who followed it. */
export const presentLink = (
  { url }: LinkTarget,
  [people, clicks, machine_clicks]: LinkCounts = [0, 0, 0],
) => ({
  url,
  people,
  clicks,
  machine_clicks,
});

export const presentPeriod = ({ from, counts }: PeriodCounts, timezone: string) => ({
  starts_at: timestamp(from),
  local_time: localTime(from, timezone),
  ...presentEvents(counts),
});

/**
 * Mails to erased addresses count among those that are not named: what stands for an address has a domain that is none, and the
 * domain that it had is not kept, since a domain of one person names that person.
 */
const UNNAMED: ReadonlySet<string> = new Set([OTHER_DOMAINS, ERASED_DOMAIN]);

/** Domains that are named, at most. */
const NAMED = 200;

const mailsOf = (counts: EventCounts): number => countOf(counts, 'accepted') + bouncesOf(counts);

/** A recipient domain, or null: all that are not named. */
export interface DomainCounts {
  readonly domain: string | null;
  readonly counts: EventCounts;
}

const isAny = (counts: EventCounts): boolean => counts.some((count) => count > 0);

/** The recipient domains with the most mails, and all others together, last. */
export function shownDomains(domains: ReadonlyMap<string, EventCounts>): DomainCounts[] {
  const some = [...domains].filter(([, counts]) => isAny(counts));
  const sorted = some
    .filter(([domain]) => !UNNAMED.has(domain))
    .map(([domain, counts]) => ({ domain, counts, mails: mailsOf(counts) }))
    .sort((one, other) => other.mails - one.mails || (one.domain < other.domain ? -1 : 1));
  const unnamed = some.filter(([domain]) => UNNAMED.has(domain)).map(([, counts]) => counts);
  const rest = [...sorted.slice(NAMED).map(({ counts }) => counts), ...unnamed];
  return [...sorted.slice(0, NAMED), ...(rest.length > 0 ? [{ domain: null, counts: summed(rest) }] : [])];
}

export const presentDomain = ({ domain, counts }: DomainCounts) => ({
  domain,
  ...presentEvents(counts),
  bounces: bouncesByClass(counts),
});

const summed = (all: readonly EventCounts[]): EventCounts =>
  all[0]!.map((_, place) => all.reduce((sum, counts) => sum + counts[place]!, 0));
