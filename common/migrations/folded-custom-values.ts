import { foldName } from '../../shared/fold-name.ts';
import { foldedCustomKey, foldedCustomName } from '../domain/folded-custom.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { CustomField, type CustomFieldDocument } from '../models/custom-fields.ts';
import { at, type BulkWrite, type Update } from '../store/collection.ts';
import { everywhere } from '../store/everywhere.ts';
import { correctContacts } from './fold-contacts.ts';
import type { Migration } from './migration.ts';

type CustomTextField = Pick<CustomFieldDocument, '_id' | 'field_name'>;
type ValuedContact = Pick<ContactDocument, '_id' | 'custom_field' | 'custom_folded'>;

/** The text fields of the accounts from `from` on that have any, by ascending account. */
async function fieldsFrom(from: number): Promise<[number, CustomTextField[]][]> {
  const found = await everywhere(CustomField, 'migration')
    .find({ user_id: { $gte: from }, field_type: 'text' }, { projection: { user_id: 1, field_name: 1 } })
    .sort({ user_id: 1 })
    .toArray();
  const byUser = new Map<number, CustomTextField[]>();
  for (const field of found) byUser.set(field.user_id, [...(byUser.get(field.user_id) ?? []), field]);
  return [...byUser];
}

/** Null: the contact needs no change. The write does nothing if a value was changed meanwhile. */
function foldingOf(
  { _id, custom_field: values, custom_folded: done = {} }: ValuedContact,
  fields: readonly CustomTextField[],
): BulkWrite<ContactDocument> | null {
  const wrong = fields
    .map(({ _id: id, field_name: name }) => ({
      id,
      name,
      text: Object.hasOwn(values, name) ? values[name]! : null,
    }))
    .filter(({ id, text }) => foldName(text ?? '') !== (done[foldedCustomName(id)] ?? ''));
  if (wrong.length === 0) return null;
  const folded: NonNullable<Update<ContactDocument>['$set']> = Object.assign(
    {},
    ...wrong.map(({ id, text }) => at(foldedCustomKey(id), foldName(text ?? ''))),
  );
  return {
    updateOne: {
      // Null finds a contact without the value.
      filter: { _id, ...Object.fromEntries(wrong.map(({ name, text }) => [`custom_field.${name}`, text])) },
      update: { $set: folded },
    },
  };
}

interface ContactPlace {
  readonly user: number;
  readonly contact: number;
}

/** Searches find contacts by the start of a custom text, too. Accounts without such fields are skipped. */
export const foldedCustomValues: Migration = {
  version: 6,
  title: 'contacts have the texts of custom fields as searches compare them',
  again: true,
  async run({ after, checkpoint }) {
    const from = (after ?? { user: 0, contact: 0 }) as ContactPlace;
    for (const [user, fields] of await fieldsFrom(from.user)) {
      const start = user === from.user ? from.contact : 0;
      await correctContacts<ValuedContact>(
        {
          contacts: Contact.of(user),
          fields: { custom_field: 1, custom_folded: 1 },
          writeOf: (contact) => foldingOf(contact, fields),
        },
        start,
        (contact) => checkpoint({ user, contact }),
      );
    }
  },
};
