import { queryOptions } from '@tanstack/react-query';
import type { Import, Segment } from '../../../client/src/index.ts';
import { type Automation, automations } from './automations.ts';
import type { Campaign } from './campaigns.ts';
import { api } from './client.ts';
import { imports, segments } from './lists.ts';
import { queries } from './queries.ts';

/** Campaigns of each state that are looked through, newest first. */
const MOST = 100;
/** States of a campaign whose recipients are not chosen yet. */
const UNSENT = ['scheduled', 'held', 'draft'] as const;

const unsentCampaigns = queryOptions({
  queryKey: ['campaigns', 'unsent'],
  queryFn: async ({ signal }) =>
    (
      await Promise.all(UNSENT.map((state) => api.singleSendOverview({ state, limit: MOST }, { signal })))
    ).flat(),
});

export interface AudienceUses {
  readonly segments: readonly Segment[];
  readonly automations: readonly Automation[];
  readonly campaigns: readonly Campaign[];
  readonly imports: readonly Import[];
}

/** What uses an audience or one of its segments, and the imports that filled it, newest first. */
export const audienceUses = (id: number) =>
  queryOptions({
    queryKey: ['contact-types', 'uses', id],
    staleTime: 0,
    queryFn: async (): Promise<AudienceUses> => {
      const [allSegments, allAutomations, campaigns, allImports] = await Promise.all([
        queries.fetchQuery(segments),
        queries.fetchQuery(automations),
        queries.fetchQuery(unsentCampaigns),
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
        imports: allImports
          .filter(({ contact_type_id, dry_run }) => contact_type_id === id && !dry_run)
          .toReversed(),
      };
    },
  });
