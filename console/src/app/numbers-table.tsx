import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from './formats.ts';
import styles from './numbers-table.module.css';

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
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, at) => (
              <Table.Th key={column} className={at === 0 ? '' : (styles.number ?? '')}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, label = name, key = name, numbers }) => (
            <Table.Tr key={key}>
              <Table.Td className={styles.name ?? ''}>{label}</Table.Td>
              {numbers.map((value, at) => (
                <Table.Td key={columns[at + 1]} className={styles.number ?? ''}>
                  {typeof value === 'number' ? number(value) : value}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
