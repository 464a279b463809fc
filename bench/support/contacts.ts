import { now } from '../../common/clock.ts';
import { foldNames } from '../../common/domain/folded-names.ts';
import { Contact, type ContactDocument, newContact } from '../../common/models/contacts.ts';
import { reserveIds } from '../../common/store/ids.ts';
import { rows } from '../../test/support/rows.ts';

/** The address of the person with this number. */
export const addressOf = (number: number): string => `person.${number}@domain${number % 50}.example`;

/** Fills a contact type with people of all fields, in 50 domains. `from`: the number of the first, which its address has. */
export async function fillContacts(
  userId: number,
  count: number,
  contactTypeId = 1,
  from = 0,
): Promise<void> {
  for (let done = 0; done < count; done += 5000) {
    const size = Math.min(5000, count - done);
    const first = await reserveIds('contacts', size);
    const at = now();
    await rows(Contact).insertMany(
      Array.from({ length: size }, (_, index): ContactDocument => {
        const number = from + done + index;
        const email = addressOf(number);
        const names = { first_name: `First${number}`, last_name: `Last${number}` };
        return {
          ...newContact(first + index, { userId, contactTypeId }, email, email, at),
          ...names,
          ...foldNames(names),
          country: 1,
          state: 'State',
          city: `City ${number % 1000}`,
          address_line1: `${number} Long Street`,
          postal_code: String(10_000 + (number % 90_000)),
        };
      }),
    );
  }
}
