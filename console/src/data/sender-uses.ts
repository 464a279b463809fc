import { queryOptions } from '@tanstack/react-query';
import { unfinishedCampaigns } from './audience-uses.ts';
import { type Automation, automations, emailsQuery } from './automations.ts';
import { type Campaign, campaignStateOf } from './campaigns.ts';
import { queries } from './queries.ts';

export interface SenderUses {
  readonly campaigns: readonly Campaign[];
  readonly automations: readonly Automation[];
  /** More campaigns may use it. */
  readonly isCut: boolean;
}

const STOPPED = ['scheduled', 'running', 'paused'] as const;

const isStopped = (campaign: Campaign): boolean => {
  const state = campaignStateOf(campaign);
  return STOPPED.some((one) => one === state);
};

/** The campaigns and automations that stop once a sender is deleted: scheduled and running campaigns, and live automations. */
export const senderUses = (id: number) =>
  queryOptions({
    queryKey: ['senders', 'uses', id],
    staleTime: 0,
    queryFn: async (): Promise<SenderUses> => {
      const [{ campaigns, isCut }, all] = await Promise.all([
        queries.fetchQuery({ ...unfinishedCampaigns, staleTime: 0 }),
        queries.fetchQuery(automations),
      ]);
      const live = all.filter(({ status }) => status === 1);
      const emails = await Promise.all(live.map(({ utr }) => queries.fetchQuery(emailsQuery(utr))));
      return {
        campaigns: campaigns.filter((one) => one.sender_id === id && isStopped(one)),
        automations: live.filter((_, at) => emails[at]!.some(({ sender_id }) => sender_id === id)),
        isCut,
      };
    },
  });
