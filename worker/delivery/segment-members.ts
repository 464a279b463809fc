import { ContactType } from '../../common/models/contact-types.ts';
import { Contact } from '../../common/models/contacts.ts';
import { SegmentRecipient } from '../../common/models/segment-recipients.ts';
import { Segment, type SegmentDocument } from '../../common/models/segments.ts';
import { rows } from '../../common/mongo.ts';
import type { Member } from './members.ts';

interface Found {
  segment: SegmentDocument;
  /** The segment's living contacts, as a filter; null once its contact type was deleted. */
  contacts: { user_id: number; contact_type_id: number; deleted_at: null } | null;
}

async function find(segmentId: number): Promise<Found | null> {
  const segment = await rows(Segment).findOne({ _id: segmentId, deleted_at: null });
  if (!segment) return null;
  const { user_id, contact_type_id } = segment;
  const type = await rows(ContactType).findOne(
    { _id: contact_type_id, deleted_at: null },
    { projection: { _id: 1 } },
  );
  return { segment, contacts: type && { user_id, contact_type_id, deleted_at: null } };
}

/** The next members of a segment by the ids of its rows: its contacts as they are now, and who was added by hand. */
export async function segmentMembers(segmentId: number, after: number, limit: number): Promise<Member[]> {
  const found = await find(segmentId);
  if (!found) return [];
  const live = { segment_id: segmentId, removed: false, _id: { $gt: after } };
  const shown = { $first: '$contact' };
  return rows(SegmentRecipient)
    .aggregate<Member>([
      { $match: found.contacts ? live : { ...live, contact_id: null } },
      { $sort: { _id: 1 } },
      {
        $lookup: {
          from: Contact.collection.collectionName,
          localField: 'contact_id',
          foreignField: '_id',
          pipeline: [{ $match: found.contacts ?? {} }, { $project: { email: 1, email_norm: 1 } }],
          as: 'contact',
        },
      },
      { $match: { $or: [{ contact_id: null }, { contact: { $ne: [] } }] } },
      // Behind the join: fewer than asked for are the last ones.
      { $limit: limit },
      { $set: { person: { $ifNull: ['$by_hand', shown] } } },
      {
        $project: {
          contact_id: 1,
          segment_recipient_id: { $cond: [{ $eq: ['$contact_id', null] }, '$_id', null] },
          email: '$person.email',
          email_norm: '$person.email_norm',
        },
      },
    ])
    .toArray();
}

/** Which of these addresses are in a segment: by hand, or as those of its contacts. */
export async function segmentAddressesIn(segmentId: number, addresses: readonly string[]): Promise<string[]> {
  const found = await find(segmentId);
  if (!found) return [];
  const given = { $in: [...addresses] };
  const contacts = found.contacts
    ? await rows(Contact)
        .find({ ...found.contacts, email_norm: given })
        .project<{ _id: number; email_norm: string }>({ email_norm: 1 })
        .toArray()
    : [];
  const [matched, byHand] = await Promise.all([
    rows(SegmentRecipient).distinct('contact_id', {
      segment_id: segmentId,
      removed: false,
      contact_id: { $in: contacts.map((contact) => contact._id) },
    }),
    rows(SegmentRecipient).distinct('by_hand.email_norm', {
      segment_id: segmentId,
      'by_hand.email_norm': given,
    }) as unknown as Promise<string[]>,
  ]);
  const inside = new Set<number | null>(matched);
  return [
    ...byHand,
    ...contacts.filter((contact) => inside.has(contact._id)).map((contact) => contact.email_norm),
  ];
}
