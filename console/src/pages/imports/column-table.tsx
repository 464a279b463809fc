import { Table } from '@mantine/core';
import type { Column } from '../../data/csv-file.ts';
import type { KnownField } from '../../data/rules.ts';
import { useTexts } from '../../texts/texts.ts';

/** What each column of a file becomes, with cells of its first rows. */
export function ColumnTable({ columns }: { columns: readonly Column[] }) {
  const { importsPage, segmentsPage } = useTexts();
  const labelOf = (field: string): string =>
    Object.hasOwn(segmentsPage.fieldNames, field)
      ? segmentsPage.fieldNames[field as KnownField]
      : field.replaceAll('_', ' ');
  return (
    <div>
      <h2>{importsPage.columns}</h2>
      <p className="soft">{importsPage.columnHint}</p>
      <div className="table" tabIndex={0} role="region" aria-label={importsPage.columns}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{importsPage.column}</Table.Th>
              <Table.Th>{importsPage.becomes}</Table.Th>
              <Table.Th>{importsPage.examples}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns.map(({ name, field, samples }, at) => (
              <Table.Tr key={`${at} ${name}`}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>
                  {field === null ? <span className="soft">{importsPage.skipped}</span> : labelOf(field)}
                </Table.Td>
                <Table.Td className="soft">{samples.join(' · ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  );
}
