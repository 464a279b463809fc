import {
  type DateOrder,
  type FieldDateOrder,
  noDates,
  noteDate,
  orderShown,
  type SeenDates,
} from './written-values.ts';

/** A column of a file whose field holds dates, and what its cells showed so far. */
export interface DateColumn extends SeenDates {
  /** The position of the column. */
  readonly at: number;
  readonly field: string;
}

interface DecidedDates {
  /** By the position of a column. Absent: none has an order. */
  date_orders?: Record<string, DateOrder>;
  dates_read: FieldDateOrder[];
}

/** The columns whose fields are among `dates`, before any of their cells was read. */
export const dateColumns = (columns: readonly (string | null)[], dates: readonly string[]): DateColumn[] =>
  columns.flatMap((field, at) =>
    field !== null && dates.includes(field) ? [{ at, field, ...noDates() }] : [],
  );

export function noteDates(columns: readonly DateColumn[], cells: readonly string[]): void {
  for (const column of columns) noteDate(column, cells[column.at] ?? '');
}

/** Decides columns whose cells were all read, or by the caller's `order`. A column that contradicts itself has none. */
export function decideDates(columns: readonly DateColumn[], order: DateOrder | null = null): DecidedDates {
  const read = columns
    .filter(({ any }) => any || order !== null)
    .map((column) => ({ ...column, order: order ?? orderShown(column) }));
  const decided = read.flatMap(({ at, order }): [string, DateOrder][] =>
    order ? [[String(at), order]] : [],
  );
  return {
    ...(decided.length > 0 && { date_orders: Object.fromEntries(decided) }),
    dates_read: read.map(({ field, order }) => ({ field, order })),
  };
}
