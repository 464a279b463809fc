import { type Counts, sentOf } from '../../data/counts.ts';
import type { Texts } from '../../texts/texts.ts';

const IN_FILES = ['sent', 'delivered', 'opened', 'clicked', 'unsubscribed', 'complained', 'bounced'] as const;
type Column = (typeof IN_FILES)[number];
/** The columns of tables: few providers report complaints. */
export const IN_TABLES = IN_FILES.filter((name) => name !== 'complained');

export const headsOf = (texts: Texts['reportsPage'], columns: readonly Column[] = IN_FILES): string[] =>
  columns.map((name) => texts[name]);

export const cellsOf = (counts: Counts, columns: readonly Column[] = IN_FILES): number[] => {
  const cells = { ...counts, sent: sentOf(counts), delivered: counts.accepted };
  return columns.map((name) => cells[name]);
};
