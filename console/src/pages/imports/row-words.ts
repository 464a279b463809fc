import type { Look } from '../../data/csv-file.ts';
import type { Texts } from '../../texts/texts.ts';

/** A row for a person: its line, and the cells that were read in the browser. */
export type RowWords = (line: number) => string;

/** Regions of several files have a name each. */
export const labelOf = (title: string, file: string | undefined): string =>
  file === undefined ? title : `${title}: ${file}`;

const CELL_MAX = 80;

/** `columns`: the names of columns whose cells are shown. */
export function rowWordsOf(
  table: Look | undefined,
  columns: readonly (string | null | undefined)[],
  { row }: Texts['importSteps'],
): RowWords {
  const shown = columns.map((column) => table?.columns.findIndex(({ name }) => name === column) ?? -1);
  return (line) => {
    const cells = table?.rows.get(line) ?? [];
    const found = shown.map((at) => (cells[at] ?? '').trim().slice(0, CELL_MAX));
    return row(line, [...new Set(found)].filter((cell) => cell !== '').join(', '));
  };
}
