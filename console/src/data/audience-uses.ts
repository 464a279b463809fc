import { queryOptions } from '@tanstack/react-query';
import type { Import, Segment } from '../../../client/src/index.ts';
import { type Automation, automations } from './automations.ts';
import { type Campaign, type CampaignPages, campaignPagesOf, campaignStateOf } from './campaigns.ts';
import { imports, segments } from './lists.ts';
import { queries } from './queries.ts';

/** States of a campaign that still sends mails; paused ones are running. */
const UNFINISHED = ['running', 'scheduled', 'held', 'draft'] as const;

export const unfinishedCampaigns = queryOptions({
  queryKey: ['campaigns', 'unfinished'],
  queryFn: async ({ signal }): Promise<CampaignPages> => {
    const found = await Promise.all(UNFINISHED.map((state) => campaignPagesOf(state, signal)));
    return {
      campaigns: found
        .flatMap(({ campaigns }) => campaigns)
        .filter((campaign) => campaignStateOf(campaign) !== 'cancelled'),
      isCut: found.some(({ isCut }) => isCut),
    };
  },
});

export interface AudienceUses {
  readonly segments: readonly Segment[];
  readonly automations: readonly Automation[];
  readonly campaigns: readonly Campaign[];
  /** More campaigns may use it. */
  readonly isCut: boolean;
  readonly imports: readonly Import[];
}

/** What uses an audience or one of its segments, and the imports that filled it, newest first. */
export const audienceUses = (id: number) =>
  queryOptions({
    queryKey: ['contact-types', 'uses', id],
    staleTime: 0,
    queryFn: async (): Promise<AudienceUses> => {
      const [allSegments, allAutomations, { campaigns, isCut }, allImports] = await Promise.all([
        queries.fetchQuery(segments),
        queries.fetchQuery(automations),
        queries.fetchQuery(unfinishedCampaigns),
        queries.fetchQuery(imports),
      ]);
      const own = allSegments.filter(({ contact_type_id }) => contact_type_id === id);
      const entries = new Set([`contacts_${id}`, ...own.map((one) => `segments_${one.id}`)]);
      return {
        segments: own,
        automations: allAutomations.filter((one) =>
          entries.has(`${one.automation_for_table}${one.automation_for}`),
        ),
        campaigns: campaigns.filter(({ recipient_id }) =>
          recipient_id.some((entry) => entries.has(`${entry.table}${entry.id}`)),
        ),
        isCut,
        imports: allImports
          .filter(({ contact_type_id, dry_run }) => contact_type_id === id && !dry_run)
          .toReversed(),
      };
    },
  });
