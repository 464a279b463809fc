import { planStatuses } from '../../../../shared/statuses/plan.ts';
import type { CsvColumn } from '../../data/csv-file.ts';

/** Whether a file says statuses, as far as its name, its header and its first rows show. Its import is looked at before it begins. */
export function saysStatuses(fileName: string, columns: readonly CsvColumn[]): boolean {
  const most = Math.max(0, ...columns.map(({ samples }) => samples.length));
  const rows = Array.from({ length: most }, (_, row) => columns.map(({ samples }) => samples[row] ?? ''));
  const plan = planStatuses({
    fileName,
    header: columns.map(({ name }) => name),
    columns: columns.map(({ field }) => field),
    rows,
    column: null,
    decisions: [],
    group: null,
  });
  return plan !== null;
}
