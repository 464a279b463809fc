import { now } from '../../common/clock.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { foldedNames } from '../../common/domain/folded-names.ts';
import { Contact, type ContactDocument, newContact } from '../../common/models/contacts.ts';
import { reserveIds } from '../../common/store/ids.ts';

/** Stores contacts `<name>-0@example.com` and so on, in a few writes. `extra` adds fields to each. */
export async function storeContacts(
  { userId, typeId, name, count }: { userId: number; typeId: number; name: string; count: number },
  extra: (index: number) => Partial<ContactDocument> = () => ({}),
): Promise<void> {
  const first = await reserveIds('contacts', count);
  const at = now();
  const contact = (index: number): ContactDocument => {
    const email = `${name}-${index}@example.com`;
    const own = extra(index);
    return {
      ...newContact(first + index, { userId, contactTypeId: typeId }, email, normalizeAddress(email), at),
      ...own,
      ...foldedNames(own),
    };
  };
  for (let from = 0; from < count; from += 10_000) {
    const batch = Array.from({ length: Math.min(10_000, count - from) }, (_, index) => contact(from + index));
    await Contact.insertMany(batch, { ordered: false });
  }
}
