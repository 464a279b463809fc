import { isReservedFieldName } from '../../common/data/reserved-names.ts';
import type { FieldType } from '../../common/domain/custom-values.ts';
import { dateOrderOf, readWritten } from '../../common/domain/written-values.ts';
import type { ProposedField } from '../../common/models/imports.ts';
import { JSON_CELLS, shownName } from '../../shared/csv-columns.ts';
import { readJsonCells } from '../../shared/json-cells.ts';
import { foldedWords } from '../../shared/statuses/folded-words.ts';
import { repeated } from '../http/hints.ts';

/** Proposals for one file. */
const MOST = 50;

interface SeenColumns {
  readonly header: readonly string[];
  readonly columns: readonly (string | null)[];
  /** Keys of JSON cells without a field. */
  readonly keys: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns with statuses. */
  readonly statuses: readonly { readonly at: number }[];
}

/** The name of the custom field for a heading: characters that a name cannot have become `_`. */
export const fieldNameOf = (heading: string): string => heading.trim().replace(/\W/g, '_');

export const isFieldName = (name: string): boolean => /[A-Za-z0-9]/.test(name) && !isReservedFieldName(name);

/** The hint for a name that no field may have. */
export const fieldNameHint = (name: string): string =>
  isReservedFieldName(name)
    ? `${repeated(name)} is reserved: \`reserve-fields\` lists such names.`
    : 'Write letters, digits and _, and no other characters.';

/** Columns that `contacts/download` adds for people, and that an import must not store with contacts. */
const OWN_COLUMNS = new Set(['contact status', 'status at', 'opted out groups']);

/** A custom field for each column and key without one, with the type that its cells in the first rows have. */
export function proposedFields({ header, columns, keys, rows, statuses }: SeenColumns): ProposedField[] {
  const found = new Map<string, ProposedField>();
  const propose = (heading: string, cells: readonly string[]): void => {
    const name = fieldNameOf(heading);
    if (found.size >= MOST || !isFieldName(name) || found.has(name.toLowerCase())) return;
    found.set(name.toLowerCase(), { heading: shownName(heading), name, type: typeOf(cells) });
  };
  for (const [at, heading] of header.entries()) {
    const isOther = columns[at] !== null || statuses.some((one) => one.at === at);
    if (isOther || OWN_COLUMNS.has(foldedWords(heading))) continue;
    propose(
      heading,
      rows.map((cells) => cells[at] ?? ''),
    );
  }
  const json = columns.indexOf(JSON_CELLS);
  if (keys.length > 0 && json !== -1) {
    const objects = rows.map((cells) => readJsonCells((cells[json] ?? '').trim()));
    for (const key of keys)
      propose(
        key,
        objects.map((one) => one?.get(key) ?? ''),
      );
  }
  return [...found.values()];
}

/** Digits that are no number: postal codes, phone numbers. */
const DIGITS_ALONE = /^(?:0\d|\+|\d{12})/;

function typeOf(given: readonly string[]): FieldType {
  const cells = given.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (cells.length === 0) return 'text';
  const isOf = (type: FieldType): boolean => {
    const reading = { order: dateOrderOf(cells), zone: 'UTC' };
    return cells.every((cell) => !('refused' in readWritten('', type, cell, reading)));
  };
  if (isOf('datetime-local')) return 'datetime-local';
  return !cells.some((cell) => DIGITS_ALONE.test(cell)) && isOf('number') ? 'number' : 'text';
}
