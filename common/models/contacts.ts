import type { Types } from 'mongoose';
import {
  blankValue,
  eachField,
  foldedKey,
  LISTED_NAMES,
  SEARCHED_NAMES,
} from '../../shared/contact-field-names.ts';
import type { ContactValues, FoldedNames } from '../../shared/contact-fields.ts';
import { compileLiteral } from '../domain/compile-literal.ts';
import { at, collection, type Filter, model } from '../store/collection.ts';

export interface WriteOrigin {
  import_id: number;
  /** The last of the rows that went into this write. */
  line: number;
  added: boolean;
  /** Rows for this address in the same batch that changed something, or nothing; absent: the one that was written. */
  rows?: { updated: number; unchanged: number };
}

export interface UndoneStep {
  step: Types.ObjectId;
  import_id: number;
  /** What this row's `updated_at` became. */
  at: Date;
  /** Whether only this import had changed it since its step. */
  alone: boolean;
}

/** The fields of `CONTACT_FIELDS`, and what goes with them. */
export interface ContactDocument extends ContactValues, FoldedNames {
  _id: number;
  user_id: number;
  contact_type_id: number;
  /** The address as it compares: `normalizeAddress` of it. */
  email_norm: string;
  /** Values of custom fields by field name, as they were given; empty ones are absent. */
  custom_field: Record<string, string>;
  /** The values of text fields once more, as searches compare them (`foldedCustomKey`). */
  custom_folded?: Record<string, string>;
  /** The values of number fields once more, as the numbers that rules compare. */
  custom_number: Record<string, number>;
  /** From the ledger of its mails, and only where a rule of the account asks for them. They are no change of it. */
  last_sent_at?: Date;
  last_opened_at?: Date;
  last_clicked_at?: Date;
  /** What an import last wrote into this row, so that a replay of its batch counts right. */
  written_by?: WriteOrigin;
  /** The step of an import that was last undone in this row (`import_steps`), so that a replay counts right. */
  undone?: UndoneStep;
  /** True: it gets no campaigns and is in no automation until it confirms. Absent or false: it may be mailed. */
  unconfirmed?: boolean;
  /** When it came into its contact type from another one, or was confirmed there. */
  moved_at?: Date;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A contact of which only the address is known. Compiled from the table: an import makes millions. */
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

/** The index of deleted rows by address, for erasures and for what is told about a person. A living row is not in it. */
export const DELETED_BY_ADDRESS = Object.freeze({ user_id: 1, email_norm: 1 } as const);

const schema = collection<ContactDocument>('contacts');
// The address is unique within its type among the living; a deleted row gives its address free.
schema.index(
  { user_id: 1, contact_type_id: 1, email_norm: 1 },
  { unique: true, partialFilterExpression: { deleted_at: null } },
);
// Lists of an account, by id.
schema.index({ user_id: 1, _id: 1 });
// Searches by the beginning of a name. A blank one is in none of them, and costs an import nothing.
for (const key of SEARCHED_NAMES.map(foldedKey)) {
  schema.index({ user_id: 1, ...at(key, 1) }, { partialFilterExpression: at(key, { $gt: '' }) });
}
// Searches by the beginning of a custom text. A name in it is of one field, and so of one account. Contacts without such texts are not in it.
schema.index({ 'custom_folded.$**': 1 });
// Previews of segments. A blank value is in none of them either.
for (const name of LISTED_NAMES) {
  schema.index(
    { user_id: 1, ...at(name, 1) },
    {
      partialFilterExpression: at(name, { $gt: '' }) as Filter<ContactDocument>,
    },
  );
}
// Walks of a type, by id: audiences, purges, counts.
schema.index({ contact_type_id: 1, deleted_at: 1, _id: 1 });
// What is to be purged: deleted rows alone are in it. The bound is no `$type`, which MongoDB 6.0 would not ask for a value.
schema.index(
  { deleted_at: 1 },
  { name: 'deleted', partialFilterExpression: { deleted_at: { $gt: new Date(0) } } },
);
schema.index(DELETED_BY_ADDRESS, { partialFilterExpression: { deleted_at: { $gt: new Date(0) } } });

export const Contact = model<ContactDocument>('Contact', schema);
