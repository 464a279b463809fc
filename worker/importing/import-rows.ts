import { now } from '../../common/clock.ts';
import { normalizeAddress, parseAddress } from '../../common/domain/addresses.ts';
import { unguarded } from '../../common/domain/csv-cells.ts';
import { customPath } from '../../common/domain/custom-path.ts';
import type { CustomValue } from '../../common/domain/custom-values.ts';
import { foldedCustomKey, foldedCustomName } from '../../common/domain/folded-custom.ts';
import { readAddress, splitName } from '../../common/domain/read-address.ts';
import type { RowStatus } from '../../common/domain/statuses/read-status.ts';
import { isLonger } from '../../common/domain/text-length.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { type DateOrder, type DateReading, readWritten } from '../../common/domain/written-values.ts';
import type { ContactDocument } from '../../common/models/contacts.ts';
import type { CustomFieldDocument } from '../../common/models/custom-fields.ts';
import type { ChangedCell } from '../../common/models/import-steps.ts';
import {
  CONTACT_FIELD_NAMES,
  fieldOf,
  foldedKey,
  isContactField,
  isFoldedName,
} from '../../shared/contact-field-names.ts';
import type { ContactFieldName, FoldedName } from '../../shared/contact-fields.ts';
import { FULL_NAME, JSON_CELLS, mapColumns } from '../../shared/csv-columns.ts';
import { foldName } from '../../shared/fold-name.ts';
import { isBlankJson, readJsonCells } from '../../shared/json-cells.ts';
import { readTags, TAGS, withTagField, withTags } from '../../shared/tags.ts';
import { ERASED_ROW, hasErased, isErasedCell } from './erased-rows.ts';

type Value = string | number | CustomValue | readonly string[];

interface ColumnTarget {
  readonly name: string;
  readonly at: number;
  /** `value`: the readable part of a cell that is refused in part. */
  read(cell: string): Value | { readonly refused: string; readonly value?: Value };
  assign(contact: ContactDocument, value: Value, changes: Changes | null): boolean;
}

export interface Changes {
  readonly set: Record<string, string | number | boolean | Date | string[]>;
  /** Former values of the fields among these paths, undefined if a contact had none. Values derived from a field are not listed. */
  readonly before: Record<string, ChangedCell['before']>;
}

export const noChanges = (): Changes => ({ set: {}, before: {} });

function change({ set, before }: Changes, path: string, from: unknown, to: ChangedCell['after']): void {
  if (!Object.hasOwn(before, path)) before[path] = from as Changes['before'][string];
  set[path] = to;
}

export interface ImportRow {
  readonly line: number;
  readonly key: string;
  readonly address: string;
  /** The status that the row states for its person; null if the file has no statuses. */
  readonly said: RowStatus | null;
  readonly values: readonly (Value | undefined)[];
  /** Cells that could not be read. The row is imported without them. */
  readonly dropped: readonly DroppedCell[];
}

export interface DroppedCell {
  readonly field: string;
  readonly reason: string;
  /** The position of the cell in the row. */
  readonly at: number;
}

const NONE_DROPPED: readonly DroppedCell[] = Object.freeze([]);

export type RowReader = ReturnType<typeof createRowReader>;

export interface RowFields {
  readonly columns: readonly (string | null)[];
  /** The names of the columns, as they are shown. */
  readonly header?: readonly string[];
  /** The account's current custom fields. The column of a deleted field is skipped. */
  readonly custom: readonly Pick<CustomFieldDocument, '_id' | 'field_name' | 'field_type'>[];
  readonly findCountry: (text: string) => number | null;
  readonly statusOf?: ((cells: readonly string[]) => RowStatus) | null;
  /** By the position of a column. */
  readonly dateOrders?: Readonly<Record<number, DateOrder>> | undefined;
  /** Of the account. */
  readonly zone?: string | undefined;
}

export function createRowReader({
  columns,
  header = [],
  custom,
  findCountry,
  statusOf = null,
  dateOrders = {},
  zone = 'UTC',
}: RowFields) {
  const fields = new Map(custom.map((field) => [field.field_name, field]));
  const targetOf = (name: string, at: number): ColumnTarget | null => {
    if (isContactField(name)) return contactTarget(name, at, findCountry);
    const field = fields.get(name);
    if (field) return customTarget(name, at, field, { order: dateOrders[at] ?? null, zone });
    return name === TAGS ? tagTarget(at) : null;
  };
  const targets = columns.flatMap((name, at): ColumnTarget[] => {
    if (name === FULL_NAME && !fields.has(FULL_NAME)) return NAME_FIELDS.map((one) => targetOf(one, at)!);
    const target = name === null ? null : targetOf(name, at);
    return target ? [target] : [];
  });
  const mixed = mixedCells(
    columns,
    targets,
    targetOf,
    withTagField([...CONTACT_FIELD_NAMES, ...fields.keys()]),
  );
  const mixedName = header[mixed.at] ?? JSON_CELLS;
  const email = targets.findIndex((target) => target.name === 'email');
  const emailAt = targets[email]?.at ?? -1;
  const all = [...targets, ...mixed.targets];
  // Addresses may have names before them, such as `Ada <ada@example.com>`.
  for (const name of NAME_FIELDS)
    if (!all.some((target) => target.name === name)) all.push(targetOf(name, emailAt)!);
  const fullName = columns.indexOf(FULL_NAME);
  const names = NAME_FIELDS.map((name) => all.findIndex((target) => target.name === name));

  function readInto(
    values: (Value | undefined)[],
    index: number,
    cell: string,
    dropped: DroppedCell[],
  ): void {
    const target = all[index]!;
    const value = target.read(cell);
    if (typeof value !== 'object' || !('refused' in value)) {
      values[index] = value;
      return;
    }
    dropped.push({ field: target.name, reason: value.refused, at: target.at });
    if (value.value !== undefined) values[index] = value.value;
  }

  function readName(values: (Value | undefined)[], name: string, dropped: DroppedCell[]): void {
    for (const [part, text] of splitName(name).entries()) {
      const index = names[part]!;
      if (index !== -1 && text !== '' && values[index] === undefined) readInto(values, index, text, dropped);
    }
  }

  return {
    /** Fields of a contact that rows can change; `custom_field` stands for all custom fields. */
    fields: [
      ...new Set(
        all.flatMap(({ name }) =>
          isContactField(name) || (name === TAGS && !fields.has(TAGS))
            ? [name]
            : ['custom_field', 'custom_number'],
        ),
      ),
      ...(statusOf ? ['unconfirmed'] : []),
    ],
    /** A row, or why it cannot be used. Null if all cells are empty: it does not count as a row. */
    read(cells: readonly string[], line: number): ImportRow | string | null {
      if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
        return texts.cells(cells.length, columns.length);
      }
      const values: (Value | undefined)[] = Array.from({ length: all.length });
      const dropped: DroppedCell[] = [];
      for (let index = 0; index < targets.length; index++) {
        const { at } = targets[index]!;
        if (index === email || at === fullName) continue;
        const cell = unguarded(cells[at]?.trim() ?? '');
        if (cell !== '') readInto(values, index, cell, dropped);
      }
      const cell = unguarded(cells[emailAt]?.trim() ?? '');
      if (cell === '') return cells.every((one) => one.trim() === '') ? null : texts.required('email');
      const found = readAddress(cell);
      if (found === null) return isErasedCell(cell) ? ERASED_ROW : texts.email('email');
      if (found === 'several') return texts.oneAddress('email');
      const { address, name } = found;
      values[email] = address;
      if (fullName !== -1) readName(values, unguarded(cells[fullName]?.trim() ?? ''), dropped);
      if (name !== '') readName(values, name, dropped);
      const keys = mixed.read(cells);
      if (keys === 'damaged')
        dropped.push({ field: mixedName, reason: texts.format(mixedName), at: mixed.at });
      else
        for (const { index, text } of keys)
          if (values[index] === undefined) readInto(values, index, text, dropped);
      const said = statusOf === null ? null : statusOf(cells);
      return {
        line,
        key: normalizeAddress(address),
        address,
        said,
        values,
        dropped: dropped.length === 0 ? NONE_DROPPED : dropped,
      };
    },
    isErased: (cells: readonly string[]): boolean =>
      isErasedCell(cells[emailAt]?.trim() ?? '') || cells.some(hasErased),
    /** Puts a row's values into a contact and, by path, into `changes`. Returns whether the contact changed. */
    apply(row: ImportRow, contact: ContactDocument, changes: Changes | null): boolean {
      let changed = row.said !== null && confirm(row.said, contact, changes);
      for (let index = 0; index < all.length; index++) {
        const value = row.values[index];
        if (value !== undefined && all[index]!.assign(contact, value, changes)) changed = true;
      }
      return changed;
    },
  };
}

const NAME_FIELDS = ['first_name', 'last_name'] as const;

/** Reads columns of JSON by their keys, as headings are read. The targets follow those of the other columns. */
function mixedCells(
  columns: readonly (string | null)[],
  targets: readonly ColumnTarget[],
  targetOf: (name: string, at: number) => ColumnTarget | null,
  fields: readonly string[],
) {
  const at = columns.indexOf(JSON_CELLS);
  const own = at === -1 ? [] : fields.flatMap((name) => (name === 'email' ? [] : (targetOf(name, at) ?? [])));
  const more = own.filter(({ name }) => !targets.some((target) => target.name === name));
  const indexes = new Map(more.map(({ name }, index) => [name, targets.length + index]));
  const known = new Map<string, number>();
  const indexOf = (key: string): number => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const [field] = mapColumns([key], fields).columns;
    const index = indexes.get(field ?? '') ?? -1;
    if (known.size < KEYS_KEPT) known.set(key, index);
    return index;
  };
  return {
    targets: more,
    at,
    /** The texts of a row by target; `damaged`: its cell is no JSON object. */
    read(cells: readonly string[]): readonly { index: number; text: string }[] | 'damaged' {
      const cell = at === -1 ? '' : unguarded(cells[at]?.trim() ?? '');
      if (isBlankJson(cell)) return NO_TEXTS;
      const keys = readJsonCells(cell);
      if (keys === null) return 'damaged';
      return [...keys].flatMap(([key, given]) => {
        const [index, text] = [indexOf(key), given.trim()];
        return index !== -1 && text !== '' ? [{ index, text }] : [];
      });
    },
  };
}

const NO_TEXTS: readonly never[] = Object.freeze([]);

/** The most keys that are remembered. A real file has few. */
const KEYS_KEPT = 1000;

/** An unconfirmed row makes its contact unconfirmed; a mailable one confirms it. No row lifts opt-outs, bounces and complaints. */
function confirm({ status }: RowStatus, contact: ContactDocument, changes: Changes | null): boolean {
  if (status !== 'unconfirmed' && status !== 'mailable') return false;
  const unconfirmed = status === 'unconfirmed';
  const before = contact.unconfirmed;
  if ((before === true) === unconfirmed) return false;
  contact.unconfirmed = unconfirmed;
  if (changes) {
    change(changes, 'unconfirmed', before, unconfirmed);
    if (changes.before['unconfirmed'] === true && !unconfirmed) changes.set['moved_at'] = now();
  }
  return true;
}

const ownTarget = (name: ContactFieldName, at: number, read: ColumnTarget['read']): ColumnTarget => ({
  name,
  at,
  read,
  assign(contact, value, changes) {
    if (contact[name] === value) return false;
    if (changes) change(changes, name, contact[name], value as string | number);
    (contact as unknown as Record<string, Value>)[name] = value;
    return true;
  },
});

/** The value is also stored in the form that searches and orders compare. */
function foldedTarget(name: FoldedName, at: number, read: ColumnTarget['read']): ColumnTarget {
  const target = ownTarget(name, at, read);
  const key = foldedKey(name);
  return {
    ...target,
    assign(contact, value, changes) {
      if (!target.assign(contact, value, changes)) return false;
      const folded = foldName(value as string);
      contact[key] = folded;
      if (changes) changes.set[key] = folded;
      return true;
    },
  };
}

/** The longest name or code of a country, in characters. Folding the case of a cell of 1 MB took the worker 22 s. */
const COUNTRY_MAX = 255;

/** A cell with a NUL, or with the replacement of a character that was lost before. */
// oxlint-disable-next-line no-control-regex
const DAMAGED = /[\0\ufffd]/;

function contactReader(name: ContactFieldName, findCountry: RowFields['findCountry']): ColumnTarget['read'] {
  const field = fieldOf(name);
  if (field.type === 'email') return (cell) => readOptional(name, cell);
  if (field.type === 'country') {
    return (cell) =>
      isLonger(cell, COUNTRY_MAX)
        ? { refused: texts.max(name, COUNTRY_MAX) }
        : (findCountry(cell) ?? { refused: texts.selected(name) });
  }
  const { max } = field;
  return (cell) => {
    if (isLonger(cell, max)) return { refused: texts.max(name, max) };
    return DAMAGED.test(cell) ? { refused: texts.format(name) } : cell;
  };
}

/** Of several addresses in an optional cell the first counts. */
function readOptional(name: string, cell: string): ReturnType<ColumnTarget['read']> {
  const found = readAddress(cell);
  if (found === 'several') {
    const value = parseAddress(cell.split(/[,;\s]/, 1)[0]!);
    return { refused: texts.oneAddress(name), ...(value !== null && { value }) };
  }
  return found?.address ?? { refused: texts.email(name) };
}

function contactTarget(
  name: ContactFieldName,
  at: number,
  findCountry: RowFields['findCountry'],
): ColumnTarget {
  const read = contactReader(name, findCountry);
  return isFoldedName(name) ? foldedTarget(name, at, read) : ownTarget(name, at, read);
}

/** A row's tags are added. */
const tagTarget = (at: number): ColumnTarget => ({
  name: TAGS,
  at,
  read: (cell) => readTags(cell) ?? { refused: texts.format(TAGS) },
  assign(contact, value, changes) {
    const before = contact.tags ?? [];
    const after = withTags(before, value as readonly string[]);
    if (after.length === before.length) return false;
    if (changes) change(changes, TAGS, before, after);
    contact.tags = after;
    return true;
  },
});

function customTarget(
  name: string,
  at: number,
  { _id, field_type: type }: RowFields['custom'][number],
  reading: DateReading,
): ColumnTarget {
  const key = foldedCustomName(_id);
  return {
    name,
    at,
    read: (cell) =>
      cell.includes('\ufffd') ? { refused: texts.format(name) } : readWritten(name, type, cell, reading),
    assign(contact, value, changes) {
      const { text, number } = value as CustomValue;
      if (contact.custom_field[name] === text) return false;
      if (changes) change(changes, customPath(name), contact.custom_field[name], text);
      contact.custom_field[name] = text;
      if (number !== undefined) {
        contact.custom_number[name] = number;
        if (changes) changes.set[`custom_number.${name}`] = number;
      }
      if (type === 'text') {
        const folded = foldName(text);
        contact.custom_folded ??= {};
        contact.custom_folded[key] = folded;
        if (changes) changes.set[foldedCustomKey(_id)] = folded;
      }
      return true;
    },
  };
}
