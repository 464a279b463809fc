import { Badge } from '@mantine/core';
import rows from '../../app/rows.module.css';
import styles from './operator.module.css';

export function State({ isGood, children }: { isGood: boolean; children: string }) {
  return (
    <Badge
      variant="light"
      h="auto"
      mih="1.25rem"
      classNames={{ root: isGood ? rows.good! : rows.open!, label: styles.state! }}
    >
      {children}
    </Badge>
  );
}
