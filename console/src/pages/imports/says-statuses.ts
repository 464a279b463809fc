import { planStatuses } from '../../../../shared/statuses/plan.ts';
import type { Look } from '../../data/csv-file.ts';

/** Whether a file says statuses, as far as its name, its header and its first rows show. Its import is looked at before it begins. */
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
