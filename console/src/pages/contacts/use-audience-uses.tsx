import type { Use } from '../../app/use-list.tsx';
import type { AudienceUses } from '../../data/audience-uses.ts';
import { campaignStateOf } from '../../data/campaigns.ts';
import { useTexts } from '../../texts/texts.ts';
import { AutomationStateBadge } from '../automations/state-badge.tsx';
import { CampaignStateBadge } from '../campaigns/state-badge.tsx';

/** Records that use an audience. Campaigns under way come first, then scheduled ones, as their time is near. */
export function useAudienceUses(): (found: AudienceUses) => Use[] {
  const { audiencePage } = useTexts();
  const { effects } = audiencePage;
  return ({ campaigns, automations, segments }) => [
    ...campaigns.map(
      (campaign): Use => ({
        kind: 'campaign',
        name: campaign.single_send_name,
        to: `/campaigns/${campaign.utr}${campaignStateOf(campaign) === 'draft' ? '/edit' : ''}`,
        effect: campaign.status === 2 ? effects.running : effects.campaign,
        state: <CampaignStateBadge campaign={campaign} />,
      }),
    ),
    ...automations.map(
      (automation): Use => ({
        kind: 'automation',
        name: automation.automation_name,
        to: `/automations/${automation.utr}`,
        effect: effects.automation,
        state: <AutomationStateBadge automation={automation} />,
      }),
    ),
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
