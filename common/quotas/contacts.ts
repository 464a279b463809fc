import { type ContactTypeCounts, countContacts } from '../changes/contact-counts.ts';
import { ContactType } from '../models/contact-types.ts';
import { CountedRows } from './places.ts';

/** Living contacts in all contact types. */
export async function countAllContacts(userId: number): Promise<number> {
  const types = await ContactType.of(userId)
    .find({ deleted_at: null })
    .project<ContactTypeCounts>({ user_id: 1, contacts: 1, contacts_dirty_at: 1 })
    .toArray();
  let sum = 0;
  for (const count of (await countContacts(types)).values()) sum += count;
  return sum;
}

export const countedContacts = new CountedRows(countAllContacts, { ms: 5000, plenty: 25_000 });
