import { queryOptions } from '@tanstack/react-query';
import type { Campaign } from './campaigns.ts';
import { api } from './client.ts';

/** Earlier campaigns that a campaign is compared with; of fewer than the least nothing is usual. */
const [MOST, LEAST] = [10, 3];
/** Campaigns that are asked for: some were cancelled, or went out later. */
const LOOKED_AT = 15;

/** Shares, from 0 to 1, in the middle of earlier campaigns; null: too few of them say it. */
export interface UsualShares {
  /** How many campaigns these are. */
  readonly campaigns: number;
  readonly delivered: number | null;
  readonly bounced: number | null;
  readonly unsubscribed: number | null;
  readonly complained: number | null;
  readonly opened: number | null;
  readonly clicked: number | null;
}

/** The middle of numbers: one campaign that went wrong does not move it. */
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

/** What is usual of the campaigns that were written, and went out, before this one. Null: there are too few. */
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
