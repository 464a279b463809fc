import type { ReactNode } from 'react';
import { StackedTable } from '../../app/stacked-table.tsx';
import { useTexts } from '../../texts/texts.ts';

export function FigureTable({
  label,
  columns,
  numbers,
  rows,
}: {
  label: string;
  columns: readonly string[];
  /** Names of the columns with numbers. */
  numbers: readonly string[];
  rows: readonly { readonly id: string | number; readonly cells: readonly ReactNode[] }[];
}) {
  const { operatorPage } = useTexts();
  return (
    <div className="table" tabIndex={0} role="region" aria-label={operatorPage.table(label)}>
      <StackedTable
        columns={columns}
        numbers={numbers}
        rows={rows.map(({ id, cells }) => ({ key: id, cells: cells.map((shown) => ({ shown })) }))}
      />
    </div>
  );
}
