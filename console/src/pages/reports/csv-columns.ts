import { type Counts, sentOf } from '../../data/counts.ts';
import type { Texts } from '../../texts/texts.ts';

export const headsOf = ({
  sent,
  delivered,
  opened,
  clicked,
  unsubscribed,
  complained,
  bounced,
}: Texts['reportsPage']): readonly string[] => [
  sent,
  delivered,
  opened,
  clicked,
  unsubscribed,
  complained,
  bounced,
];

export const cellsOf = (counts: Counts): readonly number[] => [
  sentOf(counts),
  counts.accepted,
  counts.opened,
  counts.clicked,
  counts.unsubscribed,
  counts.complained,
  counts.bounced,
];
