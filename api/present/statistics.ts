import type { EventCounts } from '../../common/domain/mail-details.ts';
import type { DayCounts } from '../services/domain/periods.ts';
import type { DomainCounts } from '../services/domain/shown-domains.ts';
import type { Growth } from '../services/queries/contact-growth.ts';
import { bouncesByClass, presentEvents } from './mail-details.ts';

/** One entry: a day or a recipient domain. */
const presentGrowth = ({ contact_type_id, name, before, contacts, joined, left }: Growth) => ({
  contact_type_id,
  contact_type: name,
  contacts,
  growth: contacts - before,
  joined: joined ?? null,
  left: left ?? null,
});

const presentLine = (
  date: string | null,
  { domain, provider }: { readonly domain: string | null; readonly provider: string | null },
  counts: EventCounts,
  growth: readonly Growth[],
) => ({
  date,
  domain,
  provider,
  ...presentEvents(counts),
  bounces: bouncesByClass(counts),
  contact_types: growth.map(presentGrowth),
});

export const presentDay = ({ day, counts }: DayCounts, growth: readonly Growth[]) =>
  presentLine(day, { domain: null, provider: null }, counts, growth);

export const presentDomainStatistics = (found: DomainCounts & { readonly provider: string | null }) =>
  presentLine(null, found, found.counts, []);
