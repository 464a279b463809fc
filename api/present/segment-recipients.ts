import { countryName } from '../../common/data/places.ts';
import { fullName } from '../../common/domain/full-name.ts';
import { timestamp } from '../../common/domain/times.ts';
import type { ContactDocument } from '../../common/models/contacts.ts';
import type { AddedRecipient, SegmentRecipientDocument } from '../../common/models/segment-recipients.ts';
import type { ContactFieldName } from '../../shared/contact-fields.ts';

/** By the published contract, a segment shows fewer fields of a contact. */
const SHOWN = Object.freeze([
  'first_name',
  'last_name',
  'email',
  'country',
  'state',
  'city',
  'address_line1',
] as const satisfies readonly ContactFieldName[]);

export type ShownMember = Pick<ContactDocument, '_id' | (typeof SHOWN)[number]>;

export const MEMBER_FIELDS: Readonly<Record<string, 1>> = Object.freeze(
  Object.fromEntries(SHOWN.map((name) => [name, 1] as const)),
);

/** A matched contact with its current values, or a recipient added by hand, whose row has all its data. */
export function presentSegmentRecipient(row: SegmentRecipientDocument, person: ShownMember | AddedRecipient) {
  const contact = '_id' in person ? person : null;
  return {
    id: row._id,
    user_id: row.user_id,
    segment_id: row.segment_id,
    contact_id: row.contact_id,
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    country: contact?.country ? countryName(contact.country) : null,
    state: contact?.state || null,
    city: contact?.city || null,
    address_line1: contact?.address_line1 || null,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
    fullname: fullName(person),
  };
}
