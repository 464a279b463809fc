import { now } from '../../common/clock.ts';
import { normalizeAddress, parseAddress } from '../../common/domain/addresses.ts';
import { unguarded } from '../../common/domain/csv-cells.ts';
import { customPath } from '../../common/domain/custom-path.ts';
import { type CustomValue, customValueText, readCustomValue } from '../../common/domain/custom-values.ts';
import { foldedCustomKey, foldedCustomName } from '../../common/domain/folded-custom.ts';
import type { RowStatus } from '../../common/domain/statuses/read-status.ts';
import { isLonger } from '../../common/domain/text-length.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import type { ContactDocument } from '../../common/models/contacts.ts';
import type { CustomFieldDocument } from '../../common/models/custom-fields.ts';
import { fieldOf, foldedKey, isContactField } from '../../shared/contact-field-names.ts';
import type { ContactFieldName, NameOfType } from '../../shared/contact-fields.ts';
import { foldName } from '../../shared/fold-name.ts';
import { ERASED_ROW, hasErased, isErasedCell } from './erased-rows.ts';

type Value = string | number | CustomValue;

interface ColumnTarget {
  readonly name: string;
  readonly at: number;
  read(cell: string): Value | { readonly refused: string };
  assign(contact: ContactDocument, value: Value, changes: Changes | null): boolean;
}

export interface Changes {
  readonly set: Record<string, string | number | boolean | Date>;
  /** Former values of the fields among these paths, undefined if a contact had none. Values derived from a field are not listed. */
  readonly before: Record<string, string | number | boolean | null | undefined>;
}

export const noChanges = (): Changes => ({ set: {}, before: {} });

function change({ set, before }: Changes, path: string, from: unknown, to: string | number | boolean): void {
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
}

export type RowReader = ReturnType<typeof createRowReader>;

export interface RowFields {
  readonly columns: readonly (string | null)[];
  /** The account's current custom fields. The column of a deleted field is skipped. */
  readonly custom: readonly Pick<CustomFieldDocument, '_id' | 'field_name' | 'field_type'>[];
  readonly findCountry: (text: string) => number | null;
  readonly statusOf?: ((cells: readonly string[]) => RowStatus) | null;
}

export function createRowReader({ columns, custom, findCountry, statusOf = null }: RowFields) {
  const fields = new Map(custom.map((field) => [field.field_name, field]));
  const targets = columns.flatMap((name, at): ColumnTarget[] => {
    if (name === null) return [];
    if (isContactField(name)) return [contactTarget(name, at, findCountry)];
    const field = fields.get(name);
    return field ? [customTarget(name, at, field)] : [];
  });
  const email = targets.findIndex((target) => target.name === 'email');
  return {
    /** Fields of a contact that rows can change; `custom_field` stands for all custom fields. */
    fields: [
      ...new Set(
        targets.flatMap(({ name }) => (isContactField(name) ? [name] : ['custom_field', 'custom_number'])),
      ),
      ...(statusOf ? ['unconfirmed'] : []),
    ],
    /** A row, or why it cannot be used. Null if all cells are empty: it does not count as a row. */
    read(cells: readonly string[], line: number): ImportRow | string | null {
      if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
        return texts.cells(cells.length, columns.length);
      }
      const values: (Value | undefined)[] = Array.from({ length: targets.length });
      let empty = true;
      for (let index = 0; index < targets.length; index++) {
        const target = targets[index]!;
        const cell = unguarded(cells[target.at]?.trim() ?? '');
        if (cell === '') continue;
        empty = false;
        const value = target.read(cell);
        if (typeof value === 'object' && 'refused' in value) return value.refused;
        values[index] = value;
      }
      const address = values[email];
      if (typeof address === 'string') {
        const said = statusOf === null ? null : statusOf(cells);
        return { line, key: normalizeAddress(address), address, said, values };
      }
      return empty && cells.every((cell) => cell.trim() === '') ? null : texts.required('email');
    },
    isErased: (cells: readonly string[]): boolean =>
      isErasedCell(cells[targets[email]?.at ?? -1]?.trim() ?? '') || cells.some(hasErased),
    /** Puts a row's values into a contact and, by path, into `changes`. Returns whether the contact changed. */
    apply(row: ImportRow, contact: ContactDocument, changes: Changes | null): boolean {
      let changed = row.said !== null && confirm(row.said, contact, changes);
      for (let index = 0; index < targets.length; index++) {
        const value = row.values[index];
        if (value !== undefined && targets[index]!.assign(contact, value, changes)) changed = true;
      }
      return changed;
    },
  };
}

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

/** A name is also stored in the form that searches compare. */
function nameTarget(name: ContactFieldName, at: number, read: ColumnTarget['read']): ColumnTarget {
  const target = ownTarget(name, at, read);
  const key = foldedKey(name as NameOfType<'name'>);
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

function contactReader(name: ContactFieldName, findCountry: RowFields['findCountry']): ColumnTarget['read'] {
  const field = fieldOf(name);
  if (field.type === 'email') {
    return (cell) =>
      parseAddress(cell) ?? {
        refused: name === 'email' && isErasedCell(cell) ? ERASED_ROW : texts.email(name),
      };
  }
  if (field.type === 'country') {
    return (cell) =>
      isLonger(cell, COUNTRY_MAX)
        ? { refused: texts.max(name, COUNTRY_MAX) }
        : (findCountry(cell) ?? { refused: texts.selected(name) });
  }
  const { max } = field;
  return (cell) => {
    if (isLonger(cell, max)) return { refused: texts.max(name, max) };
    return cell.includes('\0') ? { refused: texts.format(name) } : cell;
  };
}

function contactTarget(
  name: ContactFieldName,
  at: number,
  findCountry: RowFields['findCountry'],
): ColumnTarget {
  const target = fieldOf(name).type === 'name' ? nameTarget : ownTarget;
  return target(name, at, contactReader(name, findCountry));
}

function customTarget(
  name: string,
  at: number,
  { _id, field_type: type }: RowFields['custom'][number],
): ColumnTarget {
  const key = foldedCustomName(_id);
  return {
    name,
    at,
    read: (cell) => readCustomValue(type, cell) ?? { refused: customValueText(name, type, cell) },
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
