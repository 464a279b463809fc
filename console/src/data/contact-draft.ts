import type { Contact, ContactUpdateInput, CustomField } from '../../../client/src/index.ts';
import { changedNames, isPartedFrom, pickFields } from './changed-fields.ts';

/** Text fields of each contact, in the order of a letter's head. */
export const OWN_FIELDS = [
  'email',
  'first_name',
  'last_name',
  'alt_email',
  'address_line1',
  'address_line2',
  'postal_code',
  'city',
  'state_province_region',
  'state',
] as const;

type OwnValues = Readonly<Record<(typeof OWN_FIELDS)[number], string>>;

export const ownOf = (
  from: {
    readonly [Name in keyof OwnValues]?: string | null | undefined;
  },
): OwnValues => Object.fromEntries(OWN_FIELDS.map((name) => [name, from[name] ?? ''])) as OwnValues;

/** A custom field may have the name of another field. */
type CustomKey = `custom ${string}`;
export const customKey = (name: string): CustomKey => `custom ${name}`;

/** One entry for each field, because only changed ones are kept and sent. */
export interface ContactDraft extends OwnValues {
  readonly [custom: CustomKey]: string | undefined;
  readonly audience: string;
  readonly country: string | null;
  readonly tags: readonly string[];
}

export const storedContact = (contact: Contact, custom: readonly CustomField[]): ContactDraft => ({
  ...ownOf(contact),
  ...Object.fromEntries(
    custom.map(({ field_name: name }) => [customKey(name), contact.custom_field?.[name]?.field_value ?? '']),
  ),
  audience: String(contact.contact_type_id),
  country: contact.country || null,
  tags: contact.tags,
});

interface ContactVersions {
  /** The stored values when the form was opened. */
  readonly base: ContactDraft;
  readonly draft: ContactDraft;
  /** The stored values now. */
  readonly now: ContactDraft;
}

/** Whether a changed field was changed elsewhere, too. */
export const isContactParted = ({ base, draft, now }: ContactVersions): boolean =>
  isPartedFrom(now, pickFields(draft, changedNames(base, draft)), base);

/** The changed fields; a blank one clears its value. The service wants some fields in each update: these stay as they are now. */
export function contactChanges(
  { base, draft, now }: ContactVersions,
  custom: readonly CustomField[],
): Omit<ContactUpdateInput, 'contact_id'> {
  const changed = new Set<keyof ContactDraft>(changedNames(base, draft));
  const of = <Name extends keyof ContactDraft>(name: Name): ContactDraft[Name] =>
    (changed.has(name) ? draft : now)[name];
  const own = OWN_FIELDS.filter((name) => changed.has(name)).map((name) => [name, draft[name]]);
  const values = custom
    .filter(({ field_name: name }) => changed.has(customKey(name)))
    .map(({ field_name: name }) => [name, draft[customKey(name)] ?? '']);
  return {
    ...Object.fromEntries(own),
    email: of('email'),
    contact_type_id: Number(of('audience')),
    country: Number(of('country')),
    ...(changed.has('tags') && { tags: [...draft.tags] }),
    ...(values.length > 0 && { custom_field: Object.fromEntries(values) }),
  };
}
