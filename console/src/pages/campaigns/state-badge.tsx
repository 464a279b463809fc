import { Badge } from '@mantine/core';
import { type Campaign, campaignStateOf } from '../../data/campaigns.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaigns.module.css';

export function CampaignStateBadge({ campaign }: { campaign: Campaign }) {
  const { campaignsPage } = useTexts();
  const state = campaignStateOf(campaign);
  const isStarting = state === 'scheduled' && campaign.schedule_type === 0;
  return (
    <Badge variant="light" className={styles.state ?? ''} data-state={state}>
      {campaignsPage.states[isStarting ? 'starting' : state]}
    </Badge>
  );
}
