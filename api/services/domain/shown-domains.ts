import { ERASED_DOMAIN } from '../../../common/domain/erased-addresses.ts';
import {
  bouncesOf,
  countOfEvent,
  type EventCounts,
  OTHER_DOMAINS,
} from '../../../common/domain/mail-details.ts';

/** Erased addresses count as unnamed. Their stored domain is a placeholder, because a domain of one person names that person. */
const UNNAMED: ReadonlySet<string> = new Set([OTHER_DOMAINS, ERASED_DOMAIN]);

const NAMED = 200;

const mailsOf = (counts: EventCounts): number => countOfEvent(counts, 'accepted') + bouncesOf(counts);

export interface DomainCounts {
  readonly domain: string | null;
  readonly counts: EventCounts;
}

const isAny = (counts: EventCounts): boolean => counts.some((count) => count > 0);

const summed = (all: readonly EventCounts[]): EventCounts =>
  all[0]!.map((_, place) => all.reduce((sum, counts) => sum + counts[place]!, 0));

/** The recipient domains with the most mails; the last entry sums up all others. */
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
