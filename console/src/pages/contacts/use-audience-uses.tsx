import type { Use } from '../../app/use-list.tsx';
import type { AudienceUses } from '../../data/audience-uses.ts';
import type { Automation } from '../../data/automations.ts';
import { type Campaign, campaignStateOf, stillSends } from '../../data/campaigns.ts';
import { useTexts } from '../../texts/texts.ts';
import { AutomationStateBadge } from '../automations/state-badge.tsx';
import { CampaignStateBadge } from '../campaigns/state-badge.tsx';

export const campaignUse = (campaign: Campaign, effect: string): Use => ({
  kind: 'campaign',
  name: campaign.single_send_name,
  to: `/campaigns/${campaign.utr}${campaignStateOf(campaign) === 'draft' ? '/edit' : ''}`,
  effect,
  state: <CampaignStateBadge campaign={campaign} />,
});

export const automationUse = (automation: Automation, effect: string): Use => ({
  kind: 'automation',
  name: automation.automation_name,
  to: `/automations/${automation.utr}`,
  effect,
  state: <AutomationStateBadge automation={automation} />,
});

/** Records that use an audience. Campaigns under way come first, then scheduled ones, as their time is near. */
export function useAudienceUses(): (found: AudienceUses) => Use[] {
  const { audiencePage } = useTexts();
  const { effects } = audiencePage;
  return ({ campaigns, automations, segments }) => [
    ...campaigns.map((one) => campaignUse(one, stillSends(one) ? effects.running : effects.campaign)),
    ...automations.map((one) => automationUse(one, effects.automation)),
    ...segments.map(
      ({ id, segment_name }): Use => ({
        kind: 'segment',
        name: segment_name,
        to: `/segments/${id}`,
        effect: effects.segment,
      }),
    ),
  ];
}
