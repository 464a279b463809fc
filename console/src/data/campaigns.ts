import { queryOptions } from '@tanstack/react-query';
import type { SingleSendOverview } from '../../../client/src/index.ts';
import { api } from './client.ts';

/** A campaign without its template. */
export type Campaign = SingleSendOverview;

export const CAMPAIGN_STATES = [
  'draft',
  'held',
  'scheduled',
  'running',
  'paused',
  'completed',
  'cancelled',
] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

const isWritten = ({ hold_reason }: Campaign): boolean =>
  hold_reason === 'draft' || hold_reason === 'duplicate';

export function campaignStateOf(campaign: Campaign): CampaignState {
  const { status, hold_reason, paused_reason, cancelled } = campaign;
  // Until all its mails have an outcome, a cancelled campaign has the status of a running one.
  if (cancelled && status > 1) return 'cancelled';
  if (status === 3) return 'completed';
  if (paused_reason !== null || (status === 2 && hold_reason !== null)) return 'paused';
  if (status === 2) return 'running';
  if (status === 1) return 'scheduled';
  return isWritten(campaign) ? 'draft' : 'held';
}

/** Running or paused. A cancelled campaign whose last mails are open sends no more. */
export const stillSends = (campaign: Campaign): boolean =>
  ['running', 'paused'].includes(campaignStateOf(campaign));

/** Milliseconds between polls of a running campaign. */
const LIVE_MS = 1000;
/** Milliseconds between polls of others. */
const CALM_MS = 30_000;

export const isCampaignUnderWay = (campaign: Campaign): boolean =>
  campaign.status === 2 || (campaign.status === 1 && campaign.schedule_type === 0);

/** Polled each second, so that the report follows opens. */
export const campaignQuery = (utr: string) =>
  queryOptions({
    queryKey: ['campaigns', 'one', utr],
    queryFn: async ({ signal }) => (await api.singleSendOverview({ utr }, { signal }))[0]!,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.status > 0 ? LIVE_MS : CALM_MS),
  });

export const newestCampaigns = (state: 'held' | 'running' | 'completed', limit: number) =>
  queryOptions({
    queryKey: ['campaigns', 'newest', state, limit],
    queryFn: ({ signal }) => api.singleSendOverview({ state, limit }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      state === 'running' && data && data.length > 0 ? LIVE_MS : state === 'running' ? 5000 : CALM_MS,
  });

/** A list with a running campaign is polled each second. */
export const refreshOf = (shown: readonly Campaign[]): number =>
  shown.some((one) => isCampaignUnderWay(one) && one.paused_reason === null) ? LIVE_MS : CALM_MS;

export const progressOf = ({ audience, pending }: Campaign): { done: number; all: number } => ({
  done: Math.max(0, audience.recipients - pending),
  all: audience.recipients,
});

/** Campaigns of an answer, and answers of each state that are looked through, newest first. */
const [PAGE, PAGES] = [100, 10];
export const MOST_CAMPAIGNS = PAGE * PAGES;

export interface CampaignPages {
  readonly campaigns: readonly Campaign[];
  /** Older ones were not looked through. */
  readonly isCut: boolean;
}

/** Campaigns of a state, the newest first: {@link MOST_CAMPAIGNS}, or until an answer ends with one that `isEnough` accepts. */
export async function campaignPagesOf(
  state: 'draft' | 'scheduled' | 'held' | 'running' | 'completed',
  signal: AbortSignal,
  isEnough: (last: Campaign) => boolean = () => false,
): Promise<CampaignPages> {
  const campaigns: Campaign[] = [];
  while (campaigns.length < MOST_CAMPAIGNS) {
    const last = campaigns.at(-1);
    const page = await api.singleSendOverview(
      { state, limit: PAGE, ...(last && { before_id: last.id }) },
      { signal },
    );
    campaigns.push(...page);
    if (page.length < PAGE) return { campaigns, isCut: false };
    if (isEnough(page.at(-1)!)) break;
  }
  return { campaigns, isCut: true };
}
