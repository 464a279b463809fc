import { now } from '../../common/clock.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { reserveIds } from '../../common/ids.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { rows } from '../../common/mongo.ts';

/** Stores contacts `<name>-0@example.com` and on, in a few writes. `extra` adds to each of them. */
export async function storeContacts(
  { userId, typeId, name, count }: { userId: number; typeId: number; name: string; count: number },
  extra: (index: number) => Partial<ContactDocument> = () => ({}),
): Promise<void> {
  const first = await reserveIds('contacts', count);
  const at = now();
  const contact = (index: number): ContactDocument => ({
    _id: first + index,
    user_id: userId,
    contact_type_id: typeId,
    first_name: '',
    last_name: '',
    email: `${name}-${index}@example.com`,
    email_norm: normalizeAddress(`${name}-${index}@example.com`),
    alt_email: null,
    country: null,
    state: '',
    city: '',
    address_line1: '',
    address_line2: '',
    state_province_region: '',
    postal_code: '',
    custom_field: {},
    custom_number: {},
    deleted_at: null,
    created_at: at,
    updated_at: at,
    ...extra(index),
  });
  for (let from = 0; from < count; from += 10_000) {
    const batch = Array.from({ length: Math.min(10_000, count - from) }, (_, index) => contact(from + index));
    await rows(Contact).insertMany(batch, { ordered: false });
  }
}
