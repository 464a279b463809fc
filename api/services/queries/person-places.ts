import { findErasure } from '../../../common/erasures/find.ts';
import type { AutomationDocument } from '../../../common/models/automations.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import type { ContactDocument } from '../../../common/models/contacts.ts';
import type { EnrollmentDocument } from '../../../common/models/enrollments.ts';
import { Segment } from '../../../common/models/segments.ts';
import { automationsOf, enrollmentsOf, livingWith, membersWith } from './person.ts';

interface PlaceRow {
  readonly id: number;
  readonly name: string;
}

export interface PlacesOfPerson {
  readonly segments: readonly PlaceRow[];
  /** Contacts with the same address in other contact types. */
  readonly contacts: readonly PlaceRow[];
  readonly automations: readonly (EnrollmentDocument & Pick<AutomationDocument, 'utr' | 'automation_name'>)[];
}

/** Where the person of a contact is now. Each question has an index, unlike those of an export (`personOf`). */
export async function placesOf({ _id, user_id, email_norm }: ContactDocument): Promise<PlacesOfPerson> {
  const [contacts, automations, erasure] = await Promise.all([
    livingWith(user_id, email_norm),
    automationsOf(user_id),
    findErasure(user_id, email_norm),
  ]);
  const ids = contacts.map((one) => one._id);
  const [members, enrollments] = await Promise.all([
    membersWith(user_id, email_norm, ids),
    enrollmentsOf(user_id, automations, ids, { norm: email_norm, isErased: erasure !== null }),
  ]);
  const others = contacts.filter((one) => one._id !== _id);
  const [segments, types] = await Promise.all([
    Segment.of(user_id)
      .find({ _id: { $in: members.map((one) => one.segment_id) }, deleted_at: null })
      .project<{ _id: number; segment_name: string }>({ segment_name: 1 })
      .sort({ _id: 1 })
      .toArray(),
    ContactType.of(user_id)
      .find({ _id: { $in: others.map((one) => one.contact_type_id) } })
      .toArray(),
  ]);
  const typeNames = new Map(types.map((one) => [one._id, one.name]));
  return {
    segments: segments.map((one) => ({ id: one._id, name: one.segment_name })),
    contacts: others.map((one) => ({ id: one._id, name: typeNames.get(one.contact_type_id) ?? '' })),
    automations: enrollments.flatMap((one) => {
      const automation = automations.get(one.automation_id);
      return !automation || automation.deleted_at !== null
        ? []
        : { ...one, utr: automation.utr, automation_name: automation.automation_name };
    }),
  };
}
