import type { ReactNode } from 'react';
import { useFormats } from './formats.ts';
import styles from './numbers-table.module.css';
import { StackedTable } from './stacked-table.tsx';

export interface NumbersRow {
  /** For rows that may share a name. */
  readonly key?: string;
  readonly name: string;
  /** Shown in place of the name. */
  readonly label?: ReactNode;
  readonly numbers: readonly (number | string)[];
}

export function NumbersTable({
  title,
  columns,
  rows,
}: {
  title: string;
  columns: readonly string[];
  rows: readonly NumbersRow[];
}) {
  const { number } = useFormats();
  return (
    <div className="table" tabIndex={0} role="region" aria-label={`${title}: ${columns.join(', ')}`}>
      <StackedTable
        columns={columns}
        numbers={columns.slice(1)}
        rows={rows.map(({ name, label = name, key = name, numbers }) => ({
          key,
          cells: [
            { shown: label, className: styles.name ?? '' },
            ...numbers.map((value) => ({ shown: typeof value === 'number' ? number(value) : value })),
          ],
        }))}
      />
    </div>
  );
}
