import { planStatuses } from '../../../../shared/statuses/plan.ts';
import type { Look } from '../../data/csv-file.ts';

/** Whether the name, the header or the first rows of a file give statuses. Its import then needs a preview first. */
export function saysStatuses({ name, columns, rows }: Look): boolean {
  const plan = planStatuses({
    fileName: name,
    header: columns.map((column) => column.name),
    columns: columns.map(({ field }) => field),
    rows: [...rows.values()],
    column: null,
    decisions: [],
    group: null,
  });
  return plan !== null;
}
