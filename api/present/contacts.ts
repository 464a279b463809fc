import { shownCountry } from '../../common/data/places.ts';
import { compileLiteral } from '../../common/domain/compile-literal.ts';
import { fieldLabel } from '../../common/domain/custom-values.ts';
import { fullName } from '../../common/domain/full-name.ts';
import { timestamp } from '../../common/domain/times.ts';
import type { ContactDocument } from '../../common/models/contacts.ts';
import type { CustomFieldDocument } from '../../common/models/custom-fields.ts';
import { blankValue, eachField, FOLDED_NAMES, fieldOf, foldedKey } from '../../shared/contact-field-names.ts';
import type {
  ContactFieldName,
  ContactValues,
  FoldedNames,
  NameOfType,
} from '../../shared/contact-fields.ts';
import type { presentContactType } from './contact-types.ts';

/** Fields that the contract does not show; projections exclude them. */
export const UNSHOWN = Object.freeze({
  email_norm: 0,
  ...(Object.fromEntries(FOLDED_NAMES.map((name) => [foldedKey(name), 0])) as Record<keyof FoldedNames, 0>),
  custom_number: 0,
  custom_folded: 0,
  written_by: 0,
  undone: 0,
} as const);

export type ShownContact = Omit<ContactDocument, keyof typeof UNSHOWN>;

/** A country is shown as text: its name or its id. */
type ShownValues = {
  [Name in ContactFieldName]: Name extends NameOfType<'country'> ? string : ContactValues[Name];
};

interface PresentedContact extends ShownValues {
  id: number;
  user_id: number;
  contact_type_id: number;
  custom_field: ReturnType<typeof presentCustomValues>;
  tags: string[];
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
  fullname: string;
}

type CountryPresenter = (id: number | null | undefined) => string;

/** The source of a shown field. A contact older than the field has no value for it. */
const shownValue = (name: ContactFieldName): string =>
  fieldOf(name).type === 'country'
    ? `country(contact.${name})`
    : `contact.${name} ?? ${JSON.stringify(blankValue(name))}`;

/** Compiled, because a list may have a million contacts. */
const assemble = compileLiteral<
  [
    contact: ShownContact,
    country: CountryPresenter,
    custom: PresentedContact['custom_field'],
    time: typeof timestamp,
    name: typeof fullName,
  ],
  PresentedContact
>(['contact', 'country', 'custom', 'time', 'name'], {
  id: 'contact._id',
  user_id: 'contact.user_id',
  contact_type_id: 'contact.contact_type_id',
  ...eachField(shownValue),
  custom_field: 'custom',
  tags: 'contact.tags ?? []',
  deleted_at: 'time(contact.deleted_at)',
  created_at: 'time(contact.created_at)',
  updated_at: 'time(contact.updated_at)',
  fullname: 'name(contact)',
});

const present = (contact: ShownContact, country: CountryPresenter, fields: readonly CustomFieldDocument[]) =>
  assemble(contact, country, presentCustomValues(contact.custom_field, fields), timestamp, fullName);

const idText: CountryPresenter = (id) => (typeof id === 'number' ? String(id) : '');

/** The country is its id as text. */
export const presentContact = (contact: ShownContact, fields: readonly CustomFieldDocument[]) =>
  present(contact, idText, fields);

/** The country is its name. The object is not copied: a list may have a million contacts. */
export const presentListedContact = (
  contact: ShownContact,
  contact_type: ReturnType<typeof presentContactType>,
  fields: readonly CustomFieldDocument[],
) => Object.assign(present(contact, shownCountry, fields), { contact_type });

/**
 * All fields of the account, so that a client may read any of them; null for a contact without values. Values of fields that
 * are being deleted are not shown.
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
