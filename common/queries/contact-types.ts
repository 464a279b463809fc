import { ContactType } from '../models/contact-types.ts';
import { Contact } from '../models/contacts.ts';
import { rows } from '../mongo.ts';

/** How many contacts each of these types has, by type id; counted on an index. */
export async function countContacts(typeIds: readonly number[]): Promise<Map<number, number>> {
  const counts = await Promise.all(
    typeIds.map(
      async (id) =>
        [id, await rows(Contact).countDocuments({ contact_type_id: id, deleted_at: null })] as const,
    ),
  );
  return new Map(counts);
}

/**
 * What makes a contact of an account findable, as a filter: it is not deleted, and neither is its type. A deleted
 * type hides its contacts at once, long before a worker has marked each of them (rulings 4).
 */
export async function livingContacts(userId: number) {
  const hidden = await rows(ContactType)
    .find({ user_id: userId, deleted_at: { $ne: null }, purged_at: null }, { projection: { _id: 1 } })
    .toArray();
  const living = { user_id: userId, deleted_at: null };
  return hidden.length === 0
    ? living
    : { ...living, contact_type_id: { $nin: hidden.map((type) => type._id) } };
}
