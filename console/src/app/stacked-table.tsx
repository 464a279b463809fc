import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './stacked-table.module.css';

interface StackedCell {
  readonly shown: ReactNode;
  readonly className?: string;
  /** In a card, the value takes the whole width, below the name of its column. */
  readonly isWide?: boolean;
}

/**
 * A table whose rows are cards on narrow screens, where each value follows the name of its column. The roles are written, because browsers
 * take them from a table that is laid out otherwise.
 */
export const StackedTable = ({
  columns,
  numbers = [],
  rows,
}: {
  columns: readonly string[];
  /** Names of the columns with numbers. */
  readonly numbers?: readonly string[];
  rows: readonly { readonly key: string | number; readonly cells: readonly StackedCell[] }[];
}) => {
  // In a table that also has texts, the numbers of a card begin where the texts do.
  const number = `${styles.number} ${numbers.length < columns.length - 1 ? styles.mixed : ''}`;
  return (
    <Table verticalSpacing="xs" className={styles.stacked ?? ''} role="table">
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map((name) => (
            <Table.Th key={name} role="columnheader" className={numbers.includes(name) ? styles.number! : ''}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {rows.map(({ key, cells }) => (
          <Table.Tr key={key} role="row">
            {cells.map(({ shown, className = '', isWide = false }, at) => (
              <Table.Td
                key={columns[at]}
                role={at === 0 ? 'rowheader' : 'cell'}
                data-column={columns[at]}
                className={numbers.includes(columns[at]!) ? number : isWide ? styles.wide! : className}
              >
                {shown}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};
