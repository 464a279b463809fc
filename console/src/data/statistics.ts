import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AccountStatisticsInput, Statistics } from '../../../client/src/index.ts';
import { api } from './client.ts';

/** Days in the address of the report, as `YYYY-MM-DD`. */
export interface PeriodSearch {
  readonly period?: 'year' | 'chosen';
  readonly from?: string;
  readonly to?: string;
}

/** First and last day; the default is the last 30. */
export type Days = Pick<PeriodSearch, 'from' | 'to'>;

/** Milliseconds between polls. Each poll counts more after many changes. */
const [COUNTING_MS, CALM_MS] = [2000, 60_000];

const statisticsQuery = (
  by: 'day' | 'domain',
  days: Days,
  more: Pick<AccountStatisticsInput, 'providers' | 'contact_type_id'> = {},
) =>
  queryOptions({
    queryKey: ['statistics', by, days, more],
    queryFn: ({ signal }) => api.accountStatistics({ by, ...days, ...more }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.refreshing ? COUNTING_MS : CALM_MS),
  });

/** `audience`: its growth alone, instead of that of each audience. */
export const daysQuery = (days: Days, audience?: number) =>
  statisticsQuery('day', days, audience === undefined ? {} : { contact_type_id: audience });
export const monthDomainsQuery = statisticsQuery('domain', {});
export const providersQuery = (days: Days) => statisticsQuery('domain', days, { providers: 1 });

export const growthOf = (days: readonly Statistics[]): number =>
  days.reduce((sum, { contact_types: types }) => sum + types.reduce((all, { growth }) => all + growth, 0), 0);

/** Contacts that joined and left; null where a day was counted before the API told them apart. */
export function turnoverOf(days: readonly Statistics[]): {
  readonly joined: number | null;
  readonly left: number | null;
} {
  const types = days.flatMap(({ contact_types: found }) => found);
  if (types.some(({ joined }) => joined === null)) return { joined: null, left: null };
  const sum = (of: 'joined' | 'left'): number => types.reduce((all, type) => all + (type[of] ?? 0), 0);
  return { joined: sum('joined'), left: sum('left') };
}

export interface AudienceGrowth {
  readonly id: number;
  /** Null: deleted. */
  readonly name: string | null;
  readonly change: number;
  readonly contacts: number;
}

/** Largest change first. */
export function audienceGrowth(days: readonly Statistics[]): AudienceGrowth[] {
  const found = new Map<number, AudienceGrowth>();
  for (const { contact_types: types } of days)
    for (const { contact_type_id: id, contact_type: name, contacts, growth } of types)
      found.set(id, { id, name, contacts, change: growth + (found.get(id)?.change ?? 0) });
  return [...found.values()].sort((one, other) => Math.abs(other.change) - Math.abs(one.change));
}

/** Up to this many days, each is a row; beyond, each week is. */
const MOST_DAYS = 62;
const WEEK = 7;

export interface DayGroup {
  readonly first: string;
  readonly last: string;
  readonly days: readonly Statistics[];
}

/** Days, or weeks; the last week is always whole. */
export function groupsOf(days: readonly Statistics[]): DayGroup[] {
  const size = days.length > MOST_DAYS ? WEEK : 1;
  const groups: DayGroup[] = [];
  for (let end = days.length; end > 0; end -= size) {
    const some = days.slice(Math.max(0, end - size), end);
    groups.unshift({ first: some[0]!.date!, last: some.at(-1)!.date!, days: some });
  }
  return groups;
}

const DAY_MS = 86_400_000;
/** Days of a year's report, with today. */
const YEAR = 365;

/** Today in a time zone, as `YYYY-MM-DD`. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date());

const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The last days, with today. */
export function lastDays(count: number, timeZone: string): Days {
  const to = todayIn(timeZone);
  return { from: daysBefore(to, count - 1), to };
}

export function daysOf({ period, from, to }: PeriodSearch, timeZone: string): Days {
  if (period === 'chosen') return { ...(from && { from }), ...(to && { to }) };
  return period === 'year' ? lastDays(YEAR, timeZone) : {};
}
