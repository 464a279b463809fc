import { Badge } from '@mantine/core';
import { type Automation, automationStateOf } from '../../data/automations.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from '../campaigns/campaigns.module.css';

export function AutomationStateBadge({ automation }: { automation: Automation }) {
  const { automationsPage } = useTexts();
  const state = automationStateOf(automation);
  return (
    <Badge variant="light" className={styles.state ?? ''} data-state={state}>
      {automationsPage.states[state]}
    </Badge>
  );
}
