/** Ignores case, and treats spaces and underscores alike: `First Name` is `first_name`. */
function spelled(name: string): string {
  const trimmed = name.trim();
  // No field has such a long name, nor a blank one.
  return trimmed.length > NAME_MAX ? ' ' : trimmed.toLowerCase().replace(/[\s_]+/g, '_');
}
const squashed = (name: string): string => spelled(name).replaceAll('_', '');

/** Headings of other programs for the address, without blanks and hyphens. They count where no column is called `email`. */
const ADDRESS_HEADINGS: ReadonlySet<string> = new Set([
  'email',
  'emailaddress',
  'emailadresse',
  'mailaddress',
  'mailadresse',
]);

/** The position of the column with addresses: the one that is called `email`, else the first with another heading for it. -1: none. */
function addressColumn(header: readonly string[]): number {
  const exact = header.findIndex((name) => squashed(name) === 'email');
  return exact === -1
    ? header.findIndex((name) => ADDRESS_HEADINGS.has(squashed(name).replaceAll('-', '')))
    : exact;
}

/** Characters of a header's column name that are stored. People read these names. */
const NAME_MAX = 255;
export const shownName = (name: string): string => name.trim().slice(0, NAME_MAX);

export interface ColumnMap {
  /** The field of each column, or null for a column that is skipped. */
  readonly columns: readonly (string | null)[];
  /** Columns that match no field, or a field that an earlier column has. */
  readonly skipped: readonly string[];
}

/**
 * Maps the names of a header to fields. When two columns match one field, the first counts. A field with exactly the
 * spelling is preferred to one that matches only without underscores: `a_b` and `ab` may both be custom fields.
 */
export function mapColumns(header: readonly string[], fields: readonly string[]): ColumnMap {
  const bySpelling = new Map<string, string>();
  for (const field of [...fields].reverse()) bySpelling.set(squashed(field), field);
  for (const field of [...fields].reverse()) bySpelling.set(spelled(field), field);
  const address = addressColumn(header);
  const taken = new Set<string>(address === -1 ? [] : ['email']);
  const skipped: string[] = [];
  const columns = header.map((name, at) => {
    if (at === address) return 'email';
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

/** Which column a person chose for each field: the column's name in the header by the field's name. */
export type ChosenColumns = Readonly<Record<string, string>>;

/** The position of a column by its name, without case; of columns with one name, the first. -1: there is none. */
export const positionOf = (header: readonly string[], column: string): number =>
  header.findIndex((name) => shownName(name).toLowerCase() === shownName(column).toLowerCase());

/** Maps the columns that a person chose, and no others. `wrong` are fields whose column is not there, or is of another field already. */
export function mapChosen(
  header: readonly string[],
  chosen: ChosenColumns,
): ColumnMap & { readonly wrong: readonly string[] } {
  const columns: (string | null)[] = header.map(() => null);
  const wrong: string[] = [];
  for (const [field, column] of Object.entries(chosen)) {
    const at = positionOf(header, column);
    if (at === -1 || columns[at] !== null) wrong.push(field);
    else columns[at] = field;
  }
  const skipped = header.filter((name, at) => columns[at] === null && name.trim() !== '').map(shownName);
  return { columns, skipped, wrong };
}

/** Whether a header has the column that every file needs: the chosen one, else one that is called so. */
export const hasEmailColumn = (header: readonly string[], chosen?: string): boolean =>
  chosen === undefined ? addressColumn(header) !== -1 : positionOf(header, chosen) !== -1;
