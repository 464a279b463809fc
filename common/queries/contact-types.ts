import { ContactType } from '../models/contact-types.ts';
import { rows } from '../mongo.ts';

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
