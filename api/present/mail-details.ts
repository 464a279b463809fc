import {
  bouncesOf,
  countOfEvent,
  type EventCounts,
  type LinkCounts,
} from '../../common/domain/mail-details.ts';
import { REPLY_CLASSES } from '../../common/domain/reply-classes.ts';
import { localTime, timestamp } from '../../common/domain/times.ts';
import type { LinkTarget } from '../../common/models/mailings.ts';
import type { PeriodCounts } from '../services/domain/periods.ts';
import type { DomainCounts } from '../services/domain/shown-domains.ts';

/** Each recipient counts once in each figure. */
export const presentEvents = (counts: EventCounts) => ({
  accepted: countOfEvent(counts, 'accepted'),
  opened: countOfEvent(counts, 'opened'),
  clicked: countOfEvent(counts, 'clicked'),
  unsubscribed: countOfEvent(counts, 'unsubscribed'),
  complained: countOfEvent(counts, 'complained'),
  bounced: bouncesOf(counts),
});

/** Classes without bounces are left out. */
export const bouncesByClass = (counts: EventCounts): Record<string, number> =>
  Object.fromEntries(
    REPLY_CLASSES.flatMap((name) =>
      countOfEvent(counts, name) > 0 ? [[name, countOfEvent(counts, name)]] : [],
    ),
  );

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

export const presentDomain = ({
  domain,
  provider,
  counts,
}: DomainCounts & { readonly provider: string | null }) => ({
  domain,
  provider,
  ...presentEvents(counts),
  bounces: bouncesByClass(counts),
});
