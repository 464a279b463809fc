import type { AudienceRef } from '../../common/domain/audience-refs.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { Contact } from '../../common/models/contacts.ts';
import { rows } from '../../common/mongo.ts';

/** Somebody whom an entry of `recipient_id` names, before exclusions and suppressions. */
export interface Member {
  _id: number;
  email: string;
  email_norm: string;
}

/** The next members of an entry, in ascending id. An entry whose record was deleted has none. */
export async function readMembers(ref: AudienceRef, after: number, limit: number): Promise<Member[]> {
  const filter = await membership(ref);
  if (!filter) return [];
  return rows(Contact)
    .find({ ...filter, _id: { $gt: after } })
    .project<Member>({ email: 1, email_norm: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
}

/** Which of these addresses an entry names, too. */
export async function addressesIn(
  ref: AudienceRef,
  userId: number,
  addresses: readonly string[],
): Promise<string[]> {
  const filter = await membership(ref);
  if (!filter) return [];
  const found = await rows(Contact)
    .find({ user_id: userId, ...filter, email_norm: { $in: [...addresses] } })
    .project<{ email_norm: string }>({ _id: 0, email_norm: 1 })
    .toArray();
  return found.map((contact) => contact.email_norm);
}

async function membership({ table, id }: AudienceRef) {
  // Segments come with their rules; until then no entry can name one.
  if (table !== 'contacts_') return null;
  const type = await rows(ContactType).findOne({ _id: id, deleted_at: null }, { projection: { _id: 1 } });
  return type && { contact_type_id: id, deleted_at: null };
}
