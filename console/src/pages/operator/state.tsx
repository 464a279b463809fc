import { Badge } from '@mantine/core';
import rows from '../../app/rows.module.css';

export function State({ isGood, children }: { isGood: boolean; children: string }) {
  return (
    <Badge variant="light" miw="max-content" className={isGood ? rows.good! : rows.open!}>
      {children}
    </Badge>
  );
}
