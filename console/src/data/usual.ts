import { queryOptions } from '@tanstack/react-query';
import type { Campaign } from './campaigns.ts';
import { api } from './client.ts';

/** Numbers of earlier campaigns to compare with; with fewer than the minimum, no comparison is shown. */
const [MOST, LEAST] = [10, 3];
/** Campaigns to read, as some were cancelled or sent later. */
const LOOKED_AT = 15;

/** Medians of shares, from 0 to 1; null: too few campaigns. */
export interface UsualShares {
  readonly campaigns: number;
  readonly delivered: number | null;
  readonly bounced: number | null;
  readonly unsubscribed: number | null;
  readonly complained: number | null;
  readonly opened: number | null;
  readonly clicked: number | null;
}

/** Median: one failed campaign does not change it. */
function median(numbers: readonly number[]): number | null {
  if (numbers.length < LEAST) return null;
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function usualOf(all: readonly Campaign[], { utr, sent_at: at }: Campaign): UsualShares | null {
  const earlier = all
    .filter((one) => one.utr !== utr && !one.cancelled && one.delivered > 0)
    .filter(({ sent_at: sent }) => sent !== null && (at === null || sent <= at))
    .toSorted((one, other) => (one.sent_at! < other.sent_at! ? 1 : -1))
    .slice(0, MOST);
  if (earlier.length < LEAST) return null;
  const tracked = earlier.filter(({ tracking }) => tracking === 1);
  const ofDelivered = (of: readonly Campaign[], part: (one: Campaign) => number) =>
    median(of.map((one) => part(one) / one.delivered));
  const ofRecipients = (part: (one: Campaign) => number) =>
    median(earlier.map((one) => part(one) / one.audience.recipients));
  return {
    campaigns: earlier.length,
    delivered: ofRecipients(({ delivered }) => delivered),
    bounced: ofRecipients(({ bounces }) => bounces),
    unsubscribed: ofDelivered(earlier, ({ unsubscribes }) => unsubscribes),
    complained: ofDelivered(earlier, ({ complaints }) => complaints),
    opened: ofDelivered(tracked, ({ unique_opens: opens }) => opens),
    clicked: ofDelivered(tracked, ({ unique_clicks: clicks }) => clicks),
  };
}

/** Null: too few earlier campaigns. */
export const usualQuery = (campaign: Campaign | undefined) =>
  queryOptions({
    queryKey: ['usual', campaign?.utr],
    queryFn: async ({ signal }) => {
      if (!campaign) return null;
      const input = { state: 'completed', before_id: campaign.id, limit: LOOKED_AT } as const;
      return usualOf(await api.singleSendOverview(input, { signal }), campaign);
    },
    enabled: campaign !== undefined && campaign.status >= 2,
  });
