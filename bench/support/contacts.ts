import { now } from '../../common/clock.ts';
import { reserveIds } from '../../common/ids.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { rows } from '../../common/mongo.ts';

/** Fills a contact type with people of all fields, in 50 domains. */
export async function fillContacts(userId: number, count: number, contactTypeId = 1): Promise<void> {
  for (let done = 0; done < count; done += 5000) {
    const size = Math.min(5000, count - done);
    const first = await reserveIds('contacts', size);
    const at = now();
    await rows(Contact).insertMany(
      Array.from({ length: size }, (_, index): ContactDocument => {
        const number = done + index;
        const email = `person.${number}@domain${number % 50}.example`;
        return {
          _id: first + index,
          user_id: userId,
          contact_type_id: contactTypeId,
          first_name: `First${number}`,
          last_name: `Last${number}`,
          email,
          email_norm: email,
          alt_email: null,
          country: 1,
          state: 'State',
          city: `City ${number % 1000}`,
          address_line1: `${number} Long Street`,
          address_line2: '',
          state_province_region: '',
          postal_code: String(10_000 + (number % 90_000)),
          custom_field: {},
          custom_number: {},
          deleted_at: null,
          created_at: at,
          updated_at: at,
        };
      }),
    );
  }
}
