/** Case, spaces and underscores alike: `First Name` is `first_name`. */
function spelled(name: string): string {
  const trimmed = name.trim();
  // No field has such a name, nor a blank one.
  return trimmed.length > NAME_MAX ? ' ' : trimmed.toLowerCase().replace(/[\s_]+/g, '_');
}
const squashed = (name: string): string => spelled(name).replaceAll('_', '');

/** The name that a column has in the header, as we keep it: of use to people, and bounded. */
const NAME_MAX = 255;
export const shownName = (name: string): string => name.trim().slice(0, NAME_MAX);

export interface ColumnMap {
  /** Where each column goes: the name of a field, or null for one that is skipped. */
  readonly columns: readonly (string | null)[];
  /** Names of the columns that no field bears, or that bear one for the second time. */
  readonly skipped: readonly string[];
}

/**
 * Maps a header's names to fields. Of two columns for one field the first counts. A field whose spelling fits exactly
 * goes before one that only fits without underscores: `a_b` and `ab` may both be custom fields.
 */
export function mapColumns(header: readonly string[], fields: readonly string[]): ColumnMap {
  const bySpelling = new Map<string, string>();
  for (const field of [...fields].reverse()) bySpelling.set(squashed(field), field);
  for (const field of [...fields].reverse()) bySpelling.set(spelled(field), field);
  const taken = new Set<string>();
  const skipped: string[] = [];
  const columns = header.map((name) => {
    const field = bySpelling.get(spelled(name)) ?? bySpelling.get(squashed(name)) ?? null;
    if (field !== null && !taken.has(field)) {
      taken.add(field);
      return field;
    }
    if (name.trim() !== '') skipped.push(shownName(name));
    return null;
  });
  return { columns, skipped };
}

/** Whether a header names the column that every file must have. */
export const hasEmailColumn = (header: readonly string[]): boolean =>
  header.some((name) => squashed(name) === 'email');
