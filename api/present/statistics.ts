import { countOf, type EventCounts } from '../../common/domain/mail-details.ts';
import { REPLY_CLASSES } from '../../common/domain/reply-classes.ts';
import type { DayCounts } from '../domain/periods.ts';
import { presentEvents, shownDomains } from './mail-details.ts';

/** Bounces by the class of the reply; classes without one are left out. */
const bouncesByClass = (counts: EventCounts): Record<string, number> =>
  Object.fromEntries(
    REPLY_CLASSES.flatMap((name) => (countOf(counts, name) > 0 ? [[name, countOf(counts, name)]] : [])),
  );

/** One line of statistics: of a day, or of a recipient domain. */
const presentLine = (date: string | null, domain: string | null, counts: EventCounts) => ({
  date,
  domain,
  ...presentEvents(counts),
  bounces: bouncesByClass(counts),
});

export const presentDay = ({ day, counts }: DayCounts) => presentLine(day, null, counts);

export const presentDomainStatistics = (domains: ReadonlyMap<string, EventCounts>) =>
  shownDomains(domains).map(({ domain, counts }) => presentLine(null, domain, counts));
