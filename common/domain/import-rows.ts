import type { ContactDocument } from '../models/contacts.ts';
import type { FieldType } from '../models/custom-fields.ts';
import { normalizeAddress, parseAddress } from './addresses.ts';
import { CUSTOM_TEXT_MAX, type CustomValue, readCustomValue } from './custom-values.ts';
import { foldName } from './fold-name.ts';
import { isLonger } from './text-length.ts';

/** As everywhere in a contact; the custom fields' own bound is theirs. */
const TEXT_MAX = 255;

const tooLong = (name: string, max: number): { readonly refused: string } => ({
  refused: `The ${spoken(name)} field must not be greater than ${max} characters.`,
});

type TextField =
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'state'
  | 'city'
  | 'address_line1'
  | 'address_line2'
  | 'state_province_region'
  | 'postal_code';

type Value = string | number | CustomValue;

/** A field that a column fills: how a cell is read, and how its value gets into a contact. */
interface Target {
  readonly name: string;
  /** Position of its column. */
  readonly at: number;
  /** The value of a cell that is not empty; `refused` says what is wrong with it. */
  read(cell: string): Value | { readonly refused: string };
  /** Puts it in; answers whether that changed anything. */
  assign(contact: ContactDocument, value: Value, changes: Changes | null): boolean;
}

/** What an update sets, by path. */
export type Changes = Record<string, string | number>;

/** A row that can be used. */
export interface ImportRow {
  readonly line: number;
  /** The address as it compares. */
  readonly key: string;
  /** By target; undefined where the cell is empty. */
  readonly values: readonly (Value | undefined)[];
}

export interface RowReader {
  /** Fields of a contact that rows can change; `custom_field` stands for all custom ones. */
  readonly fields: readonly string[];
  /** A row, or why it can not be used. Rows of empty cells alone are null: they are none. */
  read(cells: readonly string[], line: number): ImportRow | string | null;
  /** Puts a row's values into a contact and, with their paths, into `changes`. Answers whether anything changed. */
  apply(row: ImportRow, contact: ContactDocument, changes: Changes | null): boolean;
}

export interface RowFields {
  /** Where each column goes, as the import has it. */
  readonly columns: readonly (string | null)[];
  /** The account's custom fields as they are now; a column of one that is gone is skipped. */
  readonly custom: readonly { readonly field_name: string; readonly field_type: FieldType }[];
  readonly findCountry: (text: string) => number | null;
}

/** What reads the rows of a file into contacts. */
export function createRowReader({ columns, custom, findCountry }: RowFields): RowReader {
  const types = new Map(custom.map((field) => [field.field_name, field.field_type]));
  const targets = columns.flatMap((name, at): Target[] => {
    if (name === null) return [];
    const reserved = RESERVED.get(name)?.(at, findCountry);
    if (reserved) return [reserved];
    const type = types.get(name);
    return type ? [customTarget(name, at, type)] : [];
  });
  const email = targets.findIndex((target) => target.name === 'email');
  return {
    fields: [
      ...new Set(
        targets.flatMap(({ name }) => (RESERVED.has(name) ? [name] : ['custom_field', 'custom_number'])),
      ),
    ],
    read(cells, line) {
      if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
        return `The row has ${cells.length} cells, the header ${columns.length}.`;
      }
      const values: (Value | undefined)[] = Array.from({ length: targets.length });
      let empty = true;
      for (let index = 0; index < targets.length; index++) {
        const target = targets[index]!;
        const cell = cells[target.at]?.trim() ?? '';
        if (cell === '') continue;
        empty = false;
        const value = target.read(cell);
        if (typeof value === 'object' && 'refused' in value) return value.refused;
        values[index] = value;
      }
      const address = values[email];
      if (typeof address === 'string') return { line, key: normalizeAddress(address), values };
      return empty && cells.every((cell) => cell.trim() === '') ? null : 'The email field is required.';
    },
    apply(row, contact, changes) {
      let changed = false;
      for (let index = 0; index < targets.length; index++) {
        const value = row.values[index];
        if (value !== undefined && targets[index]!.assign(contact, value, changes)) changed = true;
      }
      return changed;
    },
  };
}

type MakeTarget = (at: number, findCountry: RowFields['findCountry']) => Target;

const plain = (name: TextField | 'alt_email' | 'country', at: number, read: Target['read']): Target => ({
  name,
  at,
  read,
  assign(contact, value, changes) {
    if (contact[name] === value) return false;
    (contact as unknown as Record<string, Value>)[name] = value;
    if (changes) changes[name] = value as string | number;
    return true;
  },
});

const textTarget =
  (name: TextField): MakeTarget =>
  (at) =>
    plain(name, at, (cell) => {
      if (isLonger(cell, TEXT_MAX)) return tooLong(name, TEXT_MAX);
      return cell.includes('\0') ? { refused: `The ${spoken(name)} field format is invalid.` } : cell;
    });

/** A name is stored once more as searches compare it. */
const nameTarget =
  (name: 'first_name' | 'last_name'): MakeTarget =>
  (at, findCountry) => {
    const target = textTarget(name)(at, findCountry);
    const key = `${name}_folded` as const;
    return {
      ...target,
      assign(contact, value, changes) {
        if (!target.assign(contact, value, changes)) return false;
        const folded = foldName(value as string);
        contact[key] = folded;
        if (changes) changes[key] = folded;
        return true;
      },
    };
  };

const addressTarget =
  (name: 'email' | 'alt_email'): MakeTarget =>
  (at) =>
    plain(
      name,
      at,
      (cell) => parseAddress(cell) ?? { refused: `The ${spoken(name)} field must be a valid email address.` },
    );

const RESERVED: ReadonlyMap<string, MakeTarget> = new Map<string, MakeTarget>([
  ['first_name', nameTarget('first_name')],
  ['last_name', nameTarget('last_name')],
  ['email', addressTarget('email')],
  ['alt_email', addressTarget('alt_email')],
  [
    'country',
    (at, findCountry) =>
      plain('country', at, (cell) =>
        // To fold a cell of 1 MB held the worker for 22 s.
        isLonger(cell, TEXT_MAX)
          ? tooLong('country', TEXT_MAX)
          : (findCountry(cell) ?? { refused: 'The selected country is invalid.' }),
      ),
  ],
  ['state', textTarget('state')],
  ['city', textTarget('city')],
  ['address_line1', textTarget('address_line1')],
  ['address_line2', textTarget('address_line2')],
  ['state_province_region', textTarget('state_province_region')],
  ['postal_code', textTarget('postal_code')],
]);

const EXPECTED: Readonly<Record<FieldType, string>> = Object.freeze({
  text: 'format is invalid',
  number: 'must be a number',
  'datetime-local': 'must match the format Y-m-dTH:i[:s]',
});

const customTarget = (name: string, at: number, type: FieldType): Target => ({
  name,
  at,
  read: (cell) =>
    isLonger(cell, CUSTOM_TEXT_MAX)
      ? tooLong(name, CUSTOM_TEXT_MAX)
      : (readCustomValue(type, cell) ?? { refused: `The ${spoken(name)} field ${EXPECTED[type]}.` }),
  assign(contact, value, changes) {
    const { text, number } = value as CustomValue;
    if (contact.custom_field[name] === text) return false;
    contact.custom_field[name] = text;
    if (changes) changes[`custom_field.${name}`] = text;
    if (number !== undefined) {
      contact.custom_number[name] = number;
      if (changes) changes[`custom_number.${name}`] = number;
    }
    return true;
  },
});

const spoken = (name: string): string => name.replaceAll('_', ' ');
