import { NativeSelect } from '@mantine/core';
import { FULL_NAME, JSON_CELLS } from '../../../../shared/csv-columns.ts';
import { dotted } from '../../app/dotted.ts';
import { StackedTable } from '../../app/stacked-table.tsx';
import type { CsvColumn } from '../../data/csv-file.ts';
import { useFieldName } from '../../data/field-names.ts';
import { useTexts } from '../../texts/texts.ts';

interface Mapping {
  readonly label: string;
  readonly columns: readonly CsvColumn[];
  readonly fields: readonly string[];
  /** The field of each column, by position; null for one that is left out. */
  readonly chosen: readonly (string | null)[];
  /** Absent: the fields are found by the names of the columns. */
  readonly choose?: (at: number, field: string | null) => void;
}

export function ColumnTable({ label, columns, fields, chosen, choose }: Mapping) {
  const { importsPage, importSteps } = useTexts();
  const fieldName = useFieldName();
  const mixed = columns.flatMap(({ field }) => (field === FULL_NAME || field === JSON_CELLS ? [field] : []));
  const nameOf = (field: string): string =>
    field === FULL_NAME
      ? importSteps.fullName
      : field === JSON_CELLS
        ? importSteps.jsonCells
        : fieldName(field);
  const shownField = (field: string | null): string => (field === null ? importsPage.skipped : nameOf(field));
  return (
    <div className="table" tabIndex={0} role="region" aria-label={label}>
      <StackedTable
        columns={[importsPage.column, importsPage.becomes]}
        rows={columns.map(({ name, field, isNamed, isGuessed, samples }, at) => ({
          key: `${at} ${name}`,
          cells: [
            {
              shown: (
                <>
                  {name}
                  <div className="soft">{dotted(...samples)}</div>
                </>
              ),
            },
            {
              // The names of fields are long, and a list cuts what is wider than it.
              isWide: true,
              shown: !isNamed ? (
                <span className="soft">{importSteps.noName}</span>
              ) : choose ? (
                <NativeSelect
                  miw="9rem"
                  aria-label={importSteps.fieldFor(name)}
                  description={isGuessed && chosen[at] === field && importSteps.guessedField}
                  value={chosen[at] ?? ''}
                  onChange={(event) => choose(at, event.currentTarget.value || null)}
                  data={[
                    { value: '', label: importsPage.skipped },
                    ...[...fields, ...mixed].map((field) => ({ value: field, label: nameOf(field) })),
                  ]}
                />
              ) : (
                shownField(chosen[at] ?? null)
              ),
            },
          ],
        }))}
      />
    </div>
  );
}
