import { Badge } from '@mantine/core';
import { type Automation, stateOf } from '../../data/automations.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from '../campaigns/campaigns.module.css';

export function StateBadge({ automation }: { automation: Automation }) {
  const { automationsPage } = useTexts();
  const state = stateOf(automation);
  return (
    <Badge variant="light" className={styles.state ?? ''} data-state={state}>
      {automationsPage.states[state]}
    </Badge>
  );
}
