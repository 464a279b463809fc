import type { AudienceRef } from '../../common/domain/audience-refs.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { SegmentRecipient } from '../../common/models/segment-recipients.ts';
import { Segment } from '../../common/models/segments.ts';
import { BY_TYPE, CONFIRMED, contactsOfType } from '../../common/queries/rule-filters.ts';
import type { Newcomer } from './enter.ts';

type DatedContact = Pick<ContactDocument, '_id' | 'email' | 'email_norm' | 'created_at' | 'moved_at'>;

const DATED = { email: 1, email_norm: 1, created_at: 1, moved_at: 1 } as const;

/** A page of members; null after the last. */
export interface JoinedPage {
  readonly members: readonly Newcomer[];
  readonly last: number | null;
}

/** The members of a target with their times, in ascending id: contacts of a type, or rows of a segment. */
export const joinedMembers = (
  { table, id }: AudienceRef,
  userId: number,
  after: number,
  limit: number,
): Promise<JoinedPage> =>
  table === 'segments_' ? joinedSegment(userId, id, after, limit) : joinedType(userId, id, after, limit);

const pageOf = (read: readonly { _id: number }[], limit: number, members: Newcomer[]): JoinedPage => ({
  members,
  last: read.length < limit ? null : read.at(-1)!._id,
});

async function joinedType(userId: number, id: number, after: number, limit: number): Promise<JoinedPage> {
  const type = await contactsOfType(userId, id);
  if (!type) return pageOf([], limit, []);
  const contacts = await Contact.of(userId)
    .find({ ...type, ...CONFIRMED, _id: { $gt: after } }, { hint: BY_TYPE })
    .project<DatedContact>(DATED)
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const members = contacts.map(({ _id, email, email_norm, created_at, moved_at }) => ({
    _id,
    contact_id: _id,
    segment_recipient_id: null,
    email,
    email_norm,
    joined_at: moved_at ?? created_at,
  }));
  return pageOf(contacts, limit, members);
}

async function joinedSegment(userId: number, id: number, after: number, limit: number): Promise<JoinedPage> {
  if (!(await Segment.of(userId).findOne({ _id: id, deleted_at: null }, { projection: { _id: 1 } })))
    return pageOf([], limit, []);
  const rows = await SegmentRecipient.of(userId)
    .find({ segment_id: id, removed: false, _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const contacts = await Contact.of(userId)
    .find({ _id: { $in: rows.flatMap((row) => row.contact_id ?? []) }, deleted_at: null, ...CONFIRMED })
    .project<DatedContact>(DATED)
    .toArray();
  const byId = new Map(contacts.map((contact) => [contact._id, contact]));
  const members = rows.flatMap(({ _id, contact_id, by_hand, created_at }) => {
    const person = contact_id === null ? by_hand : byId.get(contact_id);
    if (!person) return [];
    const { email, email_norm } = person;
    const segment_recipient_id = contact_id === null ? _id : null;
    return [{ _id, contact_id, segment_recipient_id, email, email_norm, joined_at: created_at }];
  });
  return pageOf(rows, limit, members);
}
