import { queryOptions } from '@tanstack/react-query';
import { unfinishedCampaigns } from './audience-uses.ts';
import { type Automation, automations, emailsQuery } from './automations.ts';
import { type Campaign, campaignStateOf } from './campaigns.ts';
import { isBusyHold } from './own-failures.ts';
import { queries } from './queries.ts';

export interface SenderUses {
  readonly campaigns: readonly Campaign[];
  readonly automations: readonly Automation[];
  /** More campaigns may use it. */
  readonly isCut: boolean;
}

const STOPPED = ['scheduled', 'running', 'paused'] as const;
/** Holds that end without a person. */
const PASSING: readonly Campaign['hold_reason'][] = [
  'sender_address',
  'sender_unverified',
  'import_running',
  'suspended',
  'account_complaints',
  'account_bounces',
  'quota',
];
/** Automations whose emails are read at once. */
const AT_ONCE = 4;

/** Whether a campaign would be sent without a person, so that the deletion of its sender stops it. */
export function sendsItself(campaign: Campaign): boolean {
  const state = campaignStateOf(campaign);
  const { hold_reason, hold_detail } = campaign;
  if (state === 'held') return PASSING.includes(hold_reason) || isBusyHold({ hold_reason, hold_detail });
  return STOPPED.some((one) => one === state);
}

async function usedBy(live: readonly Automation[], sender: number): Promise<Automation[]> {
  const found: Automation[] = [];
  for (let at = 0; at < live.length; at += AT_ONCE) {
    const some = live.slice(at, at + AT_ONCE);
    const emails = await Promise.all(some.map(({ utr }) => queries.fetchQuery(emailsQuery(utr))));
    found.push(...some.filter((_, one) => emails[one]!.some(({ sender_id }) => sender_id === sender)));
  }
  return found;
}

/** What stops once a sender is deleted: campaigns that would be sent without a person, and live automations. */
export const senderUses = (id: number) =>
  queryOptions({
    queryKey: ['senders', 'uses', id],
    staleTime: 0,
    queryFn: async (): Promise<SenderUses> => {
      const [{ campaigns, isCut }, all] = await Promise.all([
        queries.fetchQuery({ ...unfinishedCampaigns, staleTime: 0 }),
        queries.fetchQuery(automations),
      ]);
      return {
        campaigns: campaigns.filter((one) => one.sender_id === id && sendsItself(one)),
        automations: await usedBy(
          all.filter(({ status }) => status === 1),
          id,
        ),
        isCut,
      };
    },
  });
