import { unguarded } from '../../common/domain/csv-cells.ts';
import { dateColumns, decideDates, noteDates } from '../../common/domain/date-columns.ts';
import { isLonger } from '../../common/domain/text-length.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import type { DateOrder } from '../../common/domain/written-values.ts';
import type { DateScan, ImportDocument } from '../../common/models/imports.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { CONTACT_FIELD_NAMES } from '../../shared/contact-field-names.ts';
import {
  type ChosenColumns,
  type ColumnMap,
  columnFinder,
  FULL_NAME,
  JSON_CELLS,
  mapChosen,
  mapColumns,
  positionOf,
  shownName,
} from '../../shared/csv-columns.ts';
import { isBlankJson, readJsonCells } from '../../shared/json-cells.ts';
import { ALL_OTHERS, type Decisions, decisionKey } from '../../shared/statuses/decisions.ts';
import { type ContactStatus, isStatus, STATUSES } from '../../shared/statuses/statuses.ts';
import { withTagField } from '../../shared/tags.ts';
import { invalidField } from '../http/failures.ts';
import { columnHint, oneOfHint, repeated } from '../http/hints.ts';
import { refuse, textsByName } from '../http/inputs.ts';
import type { FirstRows } from './csv-statuses.ts';

/** In characters of a column or field name; comparisons ignore the rest. */
const NAME_MAX = 255;
export const LONG_NAME = `A name has at most ${NAME_MAX} characters.`;

/**
 * `map[<field>]`: the column whose cells become the field. Other columns are left out. Blank entries are ignored, because
 * forms send them for fields without a column.
 */
export const chosenColumns = textsByName({ type: ['string', 'null'], maxLength: NAME_MAX }).custom(
  (given, helpers): ChosenColumns | null => {
    const chosen: [string, string][] = [];
    for (const [field, column] of Object.entries(given ?? {})) {
      if (isLonger(field, NAME_MAX)) return refuse(helpers, texts.format, LONG_NAME) as never;
      if (isLonger(column, NAME_MAX)) return refuse(helpers, (key) => texts.max(key, NAME_MAX)) as never;
      if (column.trim() !== '') chosen.push([field, column.trim()]);
    }
    if (chosen.length === 0) return null;
    // With only the column of statuses, all others are matched by their names.
    if (!chosen.some(([field]) => field === 'email') && chosen.some(([field]) => field !== STATUS))
      return refuse(helpers, (key) => texts.required(`${key} email`)) as never;
    return Object.fromEntries(chosen);
  },
);

/** The name of the status column in a `map`; a custom field may have the same name. */
const STATUS = 'status';

/** The chosen column of statuses, and the columns of fields; null if none was chosen. */
export function chosenOf(map: ChosenColumns | null): { column: string | null; map: ChosenColumns | null } {
  const column = map?.[STATUS] ?? null;
  return { column, map: map && Object.keys(map).every((field) => field === STATUS) ? null : map };
}

/** Null if none was chosen. */
export function statusColumn(header: readonly string[], column: string | null): number | null {
  if (column === null) return null;
  const at = positionOf(header, column);
  if (at === -1) throw invalidField('map', texts.selected(`map ${STATUS}`), columnHint(column, header));
  return at;
}

/**
 * `statuses[<word>]`: the status of the rows with that word. Blank entries are ignored, because forms send them for words
 * without a decision.
 */
export const decisionsInput = textsByName({ type: ['string', 'null'], enum: [...STATUSES, null] }).custom(
  (given, helpers): Decisions => {
    const decisions: (readonly [string, ContactStatus])[] = [];
    for (const [word, status] of Object.entries(given ?? {})) {
      const wanted = status.trim();
      if (wanted === '') continue;
      if (isLonger(word, NAME_MAX)) return refuse(helpers, texts.format, LONG_NAME) as never;
      if (!isStatus(wanted))
        return refuse(
          helpers,
          (key) => texts.selected(`${key} ${word}`),
          oneOfHint(wanted, STATUSES),
        ) as never;
      decisions.push([word.trim() === ALL_OTHERS ? ALL_OTHERS : decisionKey(word), wanted]);
    }
    return decisions;
  },
);

export interface FileColumns extends ColumnMap {
  readonly fields: readonly string[];
  /** Those of `fields` that hold dates. */
  readonly dates: readonly string[];
}

/** The field of each column. Refuses chosen fields or columns that do not exist. */
export async function columnsOf(
  userId: number,
  given: readonly string[],
  chosen: ChosenColumns | null,
  headings: ReadonlyMap<string, string> = new Map(),
): Promise<FileColumns> {
  const custom = await customFieldsOf(userId);
  const dates = custom.flatMap(({ field_name, field_type }) =>
    field_type === 'datetime-local' ? [field_name] : [],
  );
  const header = renamed(given, headings);
  const fields = withTagField([...CONTACT_FIELD_NAMES, ...custom.map((field) => field.field_name)]);
  if (chosen === null) return { ...mapColumns(header, fields), fields, dates };
  // Without a custom field of that name it is not a field.
  // A dry run makes no fields, and leaves their columns out.
  const find = columnFinder(header);
  const own = [...headings.values()].filter((field) => fields.includes(field) && find(field) !== -1);
  const entries = Object.entries({
    ...chosen,
    ...Object.fromEntries(own.map((field) => [field, field])),
  }).filter(([field]) => field !== STATUS || fields.includes(STATUS));
  const { wrong, ...map } = mapChosen(header, Object.fromEntries(entries));
  const named = [...fields, FULL_NAME];
  const unknown = entries.map(([field]) => field).find((field) => ![...named, JSON_CELLS].includes(field));
  if (unknown !== undefined)
    throw invalidField(
      'map',
      texts.selected(`map ${unknown}`),
      `There is no field ${repeated(unknown)}. ${oneOfHint(unknown, named)}`,
    );
  const [unread] = entries.filter(([field]) => wrong.includes(field));
  if (unread) {
    const [field, column] = unread;
    const hint =
      find(column) === -1
        ? columnHint(column, header)
        : `Another field has the column ${repeated(column)}. A column becomes one field.`;
    throw invalidField('map', texts.selected(`map ${field}`), hint);
  }
  return { ...map, fields, dates };
}

/** The order of day and month in dates. That of a file with more rows than these is left to a worker, which reads the whole column. */
export function datesInRows(
  { rows, whole }: FirstRows,
  { columns, dates }: Pick<FileColumns, 'columns' | 'dates'>,
  order: DateOrder | null,
  from: DateScan['from'],
): Pick<ImportDocument, 'date_orders' | 'dates_read' | 'date_scan'> {
  const ofDates = dateColumns(columns, dates);
  if (ofDates.length > 0 && order === null && !whole) return { date_scan: { from, columns: ofDates } };
  for (const cells of rows) noteDates(ofDates, cells);
  const { date_orders, ...decided } = decideDates(ofDates, order);
  // The caller's order is also that of dates in a column of JSON, which is not looked at before.
  const inJson = columns.indexOf(JSON_CELLS);
  const orders = { ...date_orders, ...(order !== null && inJson !== -1 && { [inJson]: order }) };
  return { ...(Object.keys(orders).length > 0 && { date_orders: orders }), ...decided };
}

function* columnCells(rows: readonly (readonly string[])[], at: number): Generator<string> {
  for (const cells of rows) if (cells[at]) yield unguarded(cells[at].trim());
}

/** Leaves out a column that has a name for JSON cells, such as `Data`, but other texts in its first rows. */
export function withoutOtherTexts(
  { columns, skipped, ...found }: FileColumns,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): FileColumns {
  const at = columns.indexOf(JSON_CELLS);
  const cells = at === -1 ? [] : [...columnCells(rows, at)].filter((cell) => !isBlankJson(cell));
  if (cells.length === 0 || cells.some((cell) => readJsonCells(cell) !== null))
    return { columns, skipped, ...found };
  const left = columns.map((field, column) => (column === at ? null : field));
  return { ...found, columns: left, skipped: [...skipped, shownName(header[at]!)] };
}

/** The most keys that are reported. */
const SKIPPED_KEYS = 50;

/** Keys of JSON cells that match no field, in the first rows. */
export function skippedKeys(
  rows: readonly (readonly string[])[],
  columns: readonly (string | null)[],
  fields: readonly string[],
): string[] {
  const at = columns.indexOf(JSON_CELLS);
  const keys = new Set<string>();
  if (at === -1) return [];
  for (const cell of columnCells(rows, at))
    for (const key of readJsonCells(cell)?.keys() ?? []) if (keys.size < SKIPPED_KEYS) keys.add(key);
  return [...keys].filter((key) => mapColumns([key], fields).columns[0] === null).map(shownName);
}

/** The header with fields in place of headings that have one. */
export const renamed = (
  header: readonly string[],
  headings: ReadonlyMap<string, string>,
): readonly string[] => {
  const names = [...header];
  const find = columnFinder(header);
  for (const [heading, field] of headings) {
    const at = find(heading);
    if (at !== -1) names[at] = field;
  }
  return names;
};
