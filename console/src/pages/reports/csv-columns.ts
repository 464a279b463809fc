import { type Counts, sentOf } from '../../data/statistics.ts';
import type { Texts } from '../../texts/texts.ts';

/** The columns of what became of mails, in files. */
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

/** Their cells for a day or a recipient domain. */
export const cellsOf = (counts: Counts): readonly number[] => [
  sentOf(counts),
  counts.accepted,
  counts.opened,
  counts.clicked,
  counts.unsubscribed,
  counts.complained,
  counts.bounced,
];
