import { CONTACT_FIELD_NAMES, COUNTRY_NAMES, isContactField } from '../../shared/contact-field-names.ts';
import type { ContactFieldName, NameOfType } from '../../shared/contact-fields.ts';
import { shownCountry } from '../data/places.ts';
import { fullName, type PersonNames } from '../domain/full-name.ts';
import type { PlaceholderValues } from '../domain/placeholders.ts';
import type { ContactDocument } from '../models/contacts.ts';
import { type AddedRecipient, SegmentRecipient } from '../models/segment-recipients.ts';

type CountryFieldName = NameOfType<'country'>;
type OwnFieldName = Exclude<ContactFieldName, CountryFieldName>;

const COUNTRIES: ReadonlySet<string> = new Set(COUNTRY_NAMES);
/** Placeholders show these fields as stored. */
const OWN: ReadonlySet<string> = new Set(CONTACT_FIELD_NAMES.filter((name) => !COUNTRIES.has(name)));

export type ContactFields = Pick<ContactDocument, ContactFieldName | 'custom_field'>;

/** A projection for these placeholders and the name in a mail's `To`. */
export function fieldsOf(names: readonly string[]): Record<string, 1> {
  const fields: Record<string, 1> = { first_name: 1, last_name: 1 };
  for (const name of names) {
    if (isContactField(name)) fields[name] = 1;
    else if (name !== 'fullname') fields['custom_field'] = 1;
  }
  return fields;
}

/** By placeholder name: own fields, full name, country name, and custom fields. */
export function valuesOf(contact: ContactFields): PlaceholderValues {
  const { custom_field: custom } = contact;
  return {
    get(name) {
      if (OWN.has(name)) return contact[name as OwnFieldName] ?? '';
      if (name === 'fullname') return fullName(contact);
      if (COUNTRIES.has(name)) return shownCountry(contact[name as CountryFieldName]);
      return Object.hasOwn(custom, name) ? custom[name] : undefined;
    },
  };
}

/** For a recipient who is no contact: the address, and the names if the segment's row still exists. */
export function valuesOfPerson(email: string, names: PersonNames | undefined): PlaceholderValues {
  const values = new Map([['email', email]]);
  if (!names) return values;
  return values
    .set('first_name', names.first_name)
    .set('last_name', names.last_name)
    .set('fullname', fullName(names));
}

/** Names by id of a segment's row; contacts have none here. One query. */
export async function namesOfRecipients(
  userId: number,
  recipientIds: readonly number[],
): Promise<ReadonlyMap<number, PersonNames>> {
  if (recipientIds.length === 0) return new Map();
  const found = await SegmentRecipient.of(userId)
    .find({ _id: { $in: [...recipientIds] }, by_hand: { $ne: null } })
    .project<{ _id: number; by_hand: AddedRecipient }>({ by_hand: 1 })
    .toArray();
  return new Map(found.map(({ _id, by_hand }) => [_id, by_hand]));
}
