import type { Types } from 'mongoose';
import {
  blankValue,
  eachField,
  FOLDED_NAMES,
  foldedKey,
  LISTED_NAMES,
} from '../../shared/contact-field-names.ts';
import type { ContactValues, FoldedNames } from '../../shared/contact-fields.ts';
import { compileLiteral } from '../domain/compile-literal.ts';
import { at, collection, type Filter, model } from '../store/collection.ts';

export interface WriteOrigin {
  import_id: number;
  /** The last CSV line of this write. */
  line: number;
  added: boolean;
  /** Counts of rows for this address in the same batch. Absent: one row. */
  rows?: { updated: number; unchanged: number };
}

export interface UndoneStep {
  step: Types.ObjectId;
  import_id: number;
  /** The row's `updated_at` after the undo. */
  at: Date;
  /** No other change happened to the contact between the step and its undo. */
  alone: boolean;
}

/** An opt-out of its address that the account or a link of a mail without a ledger row removed. */
export interface RemovedOptOut {
  /** The contact's address then; its activity is that of its present one. */
  readonly email_norm: string;
  /** The id of the removed row. */
  opt_out: number;
  /** The unsubscribe group; null: all mails. */
  group: number | null;
  by: 'person' | 'console' | 'api';
  opted_out_at: Date;
  at: Date;
}

export interface ContactDocument extends ContactValues, FoldedNames {
  _id: number;
  user_id: number;
  contact_type_id: number;
  /** `normalizeAddress` of `email`. */
  email_norm: string;
  /** As given, by field name; empty values are absent. */
  custom_field: Record<string, string>;
  /** Text fields again, as searches compare them (`foldedCustomKey`). */
  custom_folded?: Record<string, string>;
  /** Number fields again, as rules compare them. */
  custom_number: Record<string, number>;
  /** As `readTag` gives them, in the order of their addition. Absent or empty: none. */
  tags?: string[];
  /** From the ledger, only where a rule of the account needs them. They are no change of the contact. */
  last_sent_at?: Date;
  last_opened_at?: Date;
  last_clicked_at?: Date;
  /** The last import that wrote this row, so that a replay of its batch counts correctly. */
  written_by?: WriteOrigin;
  /** The last undone import step (`import_steps`), so that a replay counts correctly. */
  undone?: UndoneStep;
  /** True: no campaigns and automations before it confirms. Absent or false: it may be mailed. */
  unconfirmed?: boolean;
  /** When it came from another contact type, or was confirmed. */
  moved_at?: Date;
  /** The last ones, for its activity. They are no change of the contact. */
  removed_opt_outs?: RemovedOptOut[];
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A contact with an address only. Compiled from the table: an import creates millions. */
export const newContact = compileLiteral<
  [
    id: number,
    owner: { readonly userId: number; readonly contactTypeId: number },
    email: string,
    email_norm: string,
    at: Date,
  ],
  ContactDocument
>(['id', 'owner', 'email', 'email_norm', 'at'], {
  _id: 'id',
  user_id: 'owner.userId',
  contact_type_id: 'owner.contactTypeId',
  ...eachField((name) => JSON.stringify(blankValue(name))),
  email: 'email',
  email_norm: 'email_norm',
  custom_field: '{}',
  custom_number: '{}',
  deleted_at: 'null',
  created_at: 'at',
  updated_at: 'at',
});

/** Deleted rows by address, for erasures and exports about a person. */
export const DELETED_BY_ADDRESS = Object.freeze({ user_id: 1, email_norm: 1 } as const);

/** Contacts with a value by the value, then id. Blank values are not indexed, so they cost an import nothing. */
export const valueIndex = <Key extends string>(key: Key) =>
  Object.freeze({ user_id: 1, ...at(key, 1 as const), _id: 1 } as const);

export const TAGGED = Object.freeze({ user_id: 1, tags: 1, _id: 1 } as const);

const schema = collection<ContactDocument>('contacts');
// Unique within its type among the living; a deleted row releases its address.
schema.index(
  { user_id: 1, contact_type_id: 1, email_norm: 1 },
  { unique: true, partialFilterExpression: { deleted_at: null } },
);
schema.index({ user_id: 1, _id: 1 });
// Searches by the start of a name, and pages by name or city.
for (const key of FOLDED_NAMES.map(foldedKey)) {
  schema.index(valueIndex(key), { partialFilterExpression: at(key, { $gt: '' }) });
}
// Searches by the start of a custom text. A key belongs to one field, and so to one account. Contacts without such texts are not
// indexed.
schema.index({ 'custom_folded.$**': 1 });
// Previews of segments.
for (const name of LISTED_NAMES) {
  schema.index(valueIndex(name), {
    partialFilterExpression: at(name, { $gt: '' }) as Filter<ContactDocument>,
  });
}
// Contacts with a tag, by id. Those without one are not indexed.
schema.index(TAGGED, { partialFilterExpression: { tags: { $gt: '' } } });
// Walks of a type by id: audiences, purges, counts.
schema.index({ user_id: 1, contact_type_id: 1, deleted_at: 1, _id: 1 });
// Purges. The bound is no `$type`: MongoDB 6.0 would not use the index for a value.
schema.index(
  { deleted_at: 1 },
  { name: 'deleted', partialFilterExpression: { deleted_at: { $gt: new Date(0) } } },
);
schema.index(DELETED_BY_ADDRESS, { partialFilterExpression: { deleted_at: { $gt: new Date(0) } } });

export const Contact = model<ContactDocument>('Contact', schema);
