import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { CustomField, newCustomField } from '../../common/models/custom-fields.ts';
import { reserveIds } from '../../common/store/ids.ts';
import { aContact } from './factories.ts';
import { rows } from './rows.ts';

/** Stores contacts `<name>-0@example.com` and so on, in a few writes. `extra` adds fields to each. */
export async function storeContacts(
  { userId, typeId, name, count }: { userId: number; typeId: number; name: string; count: number },
  extra: (index: number) => Partial<ContactDocument> = () => ({}),
): Promise<void> {
  const first = await reserveIds('contacts', count);
  const contact = (index: number): ContactDocument =>
    aContact({ _id: first + index, userId, typeId, email: `${name}-${index}@example.com` }, extra(index));
  for (let from = 0; from < count; from += 10_000) {
    const batch = Array.from({ length: Math.min(10_000, count - from) }, (_, index) => contact(from + index));
    await rows(Contact).insertMany(batch, { ordered: false });
  }
}

/** Stores text fields of an account in one write. A call would make one at a time. */
export async function storeTextFields(user_id: number, names: readonly string[]): Promise<void> {
  const first = await reserveIds('custom_fields', names.length);
  const at = new Date();
  await rows(CustomField).insertMany(
    names.map((field_name, index) =>
      newCustomField({ _id: first + index, user_id, field_name, field_type: 'text' }, at),
    ),
  );
}
