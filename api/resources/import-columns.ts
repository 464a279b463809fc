import { readJsonCells } from '../../common/domain/json-cells.ts';
import { isLonger } from '../../common/domain/text-length.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { type DateOrder, dateOrderOf } from '../../common/domain/written-values.ts';
import type { ImportDocument } from '../../common/models/imports.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { CONTACT_FIELD_NAMES, isContactField } from '../../shared/contact-field-names.ts';
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
import { ALL_OTHERS, type Decisions, decisionKey } from '../../shared/statuses/decisions.ts';
import { type ContactStatus, isStatus, STATUSES } from '../../shared/statuses/statuses.ts';
import { withTagField } from '../../shared/tags.ts';
import { invalidField } from '../http/failures.ts';
import { oneOfHint } from '../http/hints.ts';
import { refuse, textsByName } from '../http/inputs.ts';

/** In characters of a column or field name; comparisons ignore the rest. */
const NAME_MAX = 255;

/**
 * `map[<field>]`: the column whose cells become the field. Other columns are left out. Blank entries are ignored, because
 * forms send them for fields without a column.
 */
export const chosenColumns = textsByName({ type: ['string', 'null'], maxLength: NAME_MAX }).custom(
  (given, helpers): ChosenColumns | null => {
    const chosen: [string, string][] = [];
    for (const [field, column] of Object.entries(given ?? {})) {
      if (isLonger(field, NAME_MAX)) return refuse(helpers, texts.format) as never;
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
  if (at === -1) throw invalidField('map', texts.selected(`map ${STATUS}`));
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
      if (isLonger(word, NAME_MAX)) return refuse(helpers, texts.format) as never;
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

/** The field of each column. Refuses chosen fields or columns that do not exist. */
export async function columnsOf(
  userId: number,
  given: readonly string[],
  chosen: ChosenColumns | null,
  headings: ReadonlyMap<string, string> = new Map(),
): Promise<ColumnMap & { readonly fields: readonly string[] }> {
  const custom = await customFieldsOf(userId);
  const header = renamed(given, headings);
  const fields = withTagField([...CONTACT_FIELD_NAMES, ...custom.map((field) => field.field_name)]);
  if (chosen === null) return { ...mapColumns(header, fields), fields };
  // Without a custom field of that name it is not a field.
  // A dry run makes no fields, and leaves their columns out.
  const find = columnFinder(header);
  const own = [...headings.values()].filter((field) => fields.includes(field) && find(field) !== -1);
  const entries = Object.entries({
    ...chosen,
    ...Object.fromEntries(own.map((field) => [field, field])),
  }).filter(([field]) => field !== STATUS || fields.includes(STATUS));
  const { wrong, ...map } = mapChosen(header, Object.fromEntries(entries));
  const unknown =
    entries.map(([field]) => field).find((field) => ![...fields, FULL_NAME, JSON_CELLS].includes(field)) ??
    wrong[0];
  if (unknown !== undefined) throw invalidField('map', texts.selected(`map ${unknown}`));
  return { ...map, fields };
}

/** How addresses and dates are written in the first rows. */
export function seenInRows(
  rows: readonly (readonly string[])[],
  columns: readonly (string | null)[],
  order: DateOrder | null,
): Pick<ImportDocument, 'address_names' | 'date_orders'> {
  const email = columns.indexOf('email');
  const hasNames = rows.some((cells) => cells[email]?.includes('<'));
  const orders = columns.flatMap((field, at): [string, DateOrder][] => {
    if (field === null || isContactField(field)) return [];
    const found = order ?? dateOrderOf(columnCells(rows, at));
    return found ? [[String(at), found]] : [];
  });
  return {
    ...(hasNames && { address_names: true }),
    ...(orders.length > 0 && { date_orders: Object.fromEntries(orders) }),
  };
}

function* columnCells(rows: readonly (readonly string[])[], at: number): Generator<string> {
  for (const cells of rows) if (cells[at]) yield cells[at];
}

/** Keys that are told. */
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
    for (const key of readJsonCells(cell.trim())?.keys() ?? []) if (keys.size < SKIPPED_KEYS) keys.add(key);
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
