import type { AudienceRef } from '../domain/audience-refs.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import { BY_TYPE, CONFIRMED, contactsOfType } from '../queries/rule-filters.ts';
import { readAtOnce } from '../store/bulk-read.ts';
import type { Member, Start } from './member.ts';
import { segmentAddressesIn, segmentMembers } from './segment-members.ts';

/** The next members of an entry in ascending `_id`. Fewer than `limit` means the end. A deleted entry has none. */
export async function readMembers(
  ref: AudienceRef,
  userId: number,
  after: number,
  limit: number,
  start: Start = {},
): Promise<Member[]> {
  if (ref.table === 'segments_') return segmentMembers(userId, ref.id, after, limit, start);
  const filter = await contactsOf(userId, ref.id);
  if (!filter) return [];
  const contacts = await readAtOnce<ContactDocument, Pick<Member, '_id' | 'email' | 'email_norm'>>(
    Contact.of(userId),
    {
      filter: { ...filter, _id: { $gt: after, ...(start.upto && { $lte: start.upto.contacts }) } },
      projection: { email: 1, email_norm: 1 },
      sort: { _id: 1 },
      limit,
      hint: BY_TYPE,
    },
  );
  return contacts.map(({ _id, email, email_norm }) => ({
    _id,
    contact_id: _id,
    segment_recipient_id: null,
    email,
    email_norm,
  }));
}

/** The members of an entry, page by page; the last page may be empty. */
export async function* memberPages(
  ref: AudienceRef,
  userId: number,
  size: number,
  start: Start = {},
): AsyncGenerator<readonly Member[]> {
  for (let after = 0; ; ) {
    const members = await readMembers(ref, userId, after, size, start);
    yield members;
    if (members.length < size) return;
    after = members.at(-1)!._id;
  }
}

export async function memberAddressesIn(
  ref: AudienceRef,
  userId: number,
  addresses: readonly string[],
  at?: Date,
): Promise<string[]> {
  if (ref.table === 'segments_') return segmentAddressesIn(userId, ref.id, addresses, at);
  const filter = await contactsOf(userId, ref.id);
  if (!filter) return [];
  const found = await Contact.of(userId)
    .find({ ...filter, email_norm: { $in: [...addresses] } })
    .project<{ email_norm: string }>({ _id: 0, email_norm: 1 })
    .toArray();
  return found.map((contact) => contact.email_norm);
}

async function contactsOf(userId: number, typeId: number) {
  const type = await contactsOfType(userId, typeId);
  return type && { ...type, ...CONFIRMED };
}
