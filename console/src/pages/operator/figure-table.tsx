import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';

export function FigureTable({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly string[];
  rows: readonly { readonly id: string | number; readonly cells: readonly ReactNode[] }[];
}) {
  const { operatorPage } = useTexts();
  return (
    <div className="table" tabIndex={0} role="region" aria-label={operatorPage.table(label)}>
      <Table verticalSpacing="xs" miw={560}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, cells }) => (
            <Table.Tr key={id}>
              {cells.map((cell, at) => (
                <Table.Td key={columns[at]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
