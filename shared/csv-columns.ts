/** Ignores case, and treats spaces and underscores alike: `First Name` is `first_name`. */
function spelled(name: string): string {
  const trimmed = name.trim();
  // No field has such a long name, nor a blank one.
  return trimmed.length > NAME_MAX ? ' ' : trimmed.toLowerCase().replace(/[\s_]+/g, '_');
}
const squashed = (name: string): string => spelled(name).replaceAll('_', '');

/** Other programs' names of the address column, without blanks and hyphens. They count where no column is called `email`. */
const ADDRESS_HEADINGS: ReadonlySet<string> = new Set([
  'email',
  'emailaddress',
  'emailadresse',
  'mailaddress',
  'mailadresse',
]);

/** The column called `email`, else the first with another name for it. -1: none. */
function addressColumn(header: readonly string[]): number {
  const exact = header.findIndex((name) => squashed(name) === 'email');
  return exact === -1
    ? header.findIndex((name) => ADDRESS_HEADINGS.has(squashed(name).replaceAll('-', '')))
    : exact;
}

/** Characters of a column name that are stored. */
const NAME_MAX = 255;
export const shownName = (name: string): string => name.trim().slice(0, NAME_MAX);

export interface ColumnMap {
  /** The field of each column; null: skipped. */
  readonly columns: readonly (string | null)[];
  /** Columns without a field, or whose field an earlier column has. */
  readonly skipped: readonly string[];
}

/**
 * Maps a header to fields. The first of two columns for one field counts. An exact spelling is preferred to one that matches only
 * without underscores: `a_b` and `ab` may both be custom fields.
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

/** A person's choice: column names by field name. */
export type ChosenColumns = Readonly<Record<string, string>>;

/** Ignores case; the first of several columns with one name. -1: none. */
export const positionOf = (header: readonly string[], column: string): number =>
  header.findIndex((name) => shownName(name).toLowerCase() === shownName(column).toLowerCase());

/** Maps only the columns that a person chose. `wrong`: fields whose column is missing, or belongs to another field already. */
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

/** Whether a header has the address column that every file needs: the chosen one, or one with a known name. */
export const hasEmailColumn = (header: readonly string[], chosen?: string): boolean =>
  chosen === undefined ? addressColumn(header) !== -1 : positionOf(header, chosen) !== -1;
