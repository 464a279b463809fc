import type { Import } from '../../../../client/src/index.ts';

export type SizeBound = 'exact' | 'least' | 'most';

/** A number as far as previews know it. */
export interface Size {
  readonly count: number;
  readonly bound: SizeBound;
}

interface ImportDecisions {
  readonly leftOut: readonly (keyof Import['hygiene_examples'])[];
  readonly decided: Readonly<Record<string, keyof Import['statuses']>>;
}

interface ImportSize {
  /** Contacts that the import reads, or rows where some may be of one contact; null: the previews do not know the number. */
  readonly read: (Size & { readonly unit: 'contacts' | 'rows' }) | null;
  /** New contacts who can get emails; null: the previews do not know it. */
  readonly joining: Size | null;
}

type Preview = Pick<
  Import,
  | 'rows_added'
  | 'rows_updated'
  | 'rows_unchanged'
  | 'leave_out'
  | 'status_by'
  | 'statuses'
  | 'unknown_statuses'
> & { readonly trial: { readonly whole: boolean } };

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

/** The size of an import after the previews of its tables and the decisions since. */
export function importSizeOf(
  previews: readonly Preview[],
  { leftOut, decided }: ImportDecisions,
  existing: 'update' | 'skip',
): ImportSize {
  const isWhole = previews.every(({ trial }) => trial.whole);
  // A preview of one table does not know the contacts of another.
  const isOne = previews.length === 1;
  // Only a new preview knows how many rows are imported after all.
  if (previews.some(({ leave_out }) => leave_out.some((kind) => !leftOut.includes(kind))))
    return { read: null, joining: null };
  const isLess = previews.some(
    ({ leave_out, unknown_statuses }) =>
      leftOut.some((kind) => !leave_out.includes(kind)) ||
      unknown_statuses.some(({ word }) => decided[word] === 'left_out'),
  );
  const sized = (count: number, isAtMost: boolean): Size | null => {
    if (isAtMost) return isWhole ? { count, bound: 'most' } : null;
    return { count, bound: isWhole ? 'exact' : 'least' };
  };
  const added = sum(previews.map(({ rows_added }) => rows_added));
  const imported = added + sum(previews.map((one) => one.rows_updated + one.rows_unchanged));
  const isSkipping = existing === 'skip';
  const read = isSkipping ? sized(added, isLess || !isOne) : sized(imported, isLess);
  // An added row is a contact of its own. A changed or unchanged one may have the address of another row.
  const unit = isSkipping || (isOne && imported === added) ? 'contacts' : 'rows';
  const hasStatuses = previews.some(({ status_by }) => status_by !== null);
  const mailable = previews.map(({ rows_added, statuses, unknown_statuses }) =>
    Math.min(
      rows_added,
      statuses.mailable +
        sum(unknown_statuses.map(({ word, rows }) => (decided[word] === 'mailable' ? rows : 0))),
    ),
  );
  return { read: read && { ...read, unit }, joining: sized(sum(mailable), hasStatuses || isLess || !isOne) };
}
