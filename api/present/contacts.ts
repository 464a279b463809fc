import { countryName } from '../../common/data/places.ts';
import { fieldLabel } from '../../common/domain/custom-values.ts';
import { fullName } from '../../common/domain/full-name.ts';
import { timestamp } from '../../common/domain/times.ts';
import type { ContactDocument } from '../../common/models/contacts.ts';
import type { CustomFieldDocument } from '../../common/models/custom-fields.ts';
import type { presentContactType } from './contact-types.ts';

/** What of a contact the contract does not show, as a projection leaves it out. */
export const UNSHOWN = Object.freeze({
  email_norm: 0,
  first_name_folded: 0,
  last_name_folded: 0,
  custom_number: 0,
  written_by: 0,
} as const);

export type ShownContact = Omit<ContactDocument, keyof typeof UNSHOWN>;

const present = (contact: ShownContact, country: string, fields: readonly CustomFieldDocument[]) => ({
  id: contact._id,
  user_id: contact.user_id,
  contact_type_id: contact.contact_type_id,
  first_name: contact.first_name,
  last_name: contact.last_name,
  email: contact.email,
  alt_email: contact.alt_email,
  country,
  state: contact.state,
  city: contact.city,
  address_line1: contact.address_line1,
  address_line2: contact.address_line2,
  state_province_region: contact.state_province_region,
  postal_code: contact.postal_code,
  custom_field: presentCustomValues(contact.custom_field, fields),
  deleted_at: timestamp(contact.deleted_at),
  created_at: timestamp(contact.created_at),
  updated_at: timestamp(contact.updated_at),
  fullname: fullName(contact),
});

/** As details show it: the country as the text of its id. */
export const presentContact = (contact: ShownContact, fields: readonly CustomFieldDocument[]) =>
  present(contact, contact.country === null ? '' : String(contact.country), fields);

/** As lists show it: the country as its name, and with its contact type. No copy is made: lists have a million. */
export const presentListedContact = (
  contact: ShownContact,
  contact_type: ReturnType<typeof presentContactType>,
  fields: readonly CustomFieldDocument[],
) =>
  Object.assign(
    present(contact, contact.country === null ? '' : (countryName(contact.country) ?? ''), fields),
    { contact_type },
  );

/**
 * All fields of the account, so that a client may read any of them; null for a contact without a value. Values of
 * fields that are no more, on their way out, are not shown.
 */
function presentCustomValues(
  values: Readonly<Record<string, string>>,
  fields: readonly CustomFieldDocument[],
) {
  if (!fields.some((field) => Object.hasOwn(values, field.field_name))) return null;
  return Object.fromEntries(
    fields.map(({ field_name: name }) => [
      name,
      { field_name: fieldLabel(name), field_value: Object.hasOwn(values, name) ? values[name]! : null },
    ]),
  );
}
