import { countryName } from '../data/places.ts';
import type { Values } from '../domain/placeholders.ts';
import type { ContactDocument } from '../models/contacts.ts';

const OWN = new Set([
  'first_name',
  'last_name',
  'email',
  'alt_email',
  'state',
  'city',
  'address_line1',
  'address_line2',
  'state_province_region',
  'postal_code',
] as const satisfies readonly (keyof ContactDocument)[]);

type Own = typeof OWN extends Set<infer Name> ? Name : never;

/** What placeholders show of a contact. */
export type ContactFields = Pick<ContactDocument, Own | 'country' | 'custom_field'>;

/** A projection of what these placeholders show, and of the name that a mail's `To` bears. */
export function fieldsOf(names: readonly string[]): Record<string, 1> {
  const fields: Record<string, 1> = { first_name: 1, last_name: 1 };
  for (const name of names) {
    if (OWN.has(name as Own) || name === 'country') fields[name] = 1;
    else fields['custom_field'] = 1;
  }
  return fields;
}

/** A contact's values by placeholder name: its own fields, its country's name, and the account's custom fields. */
export function valuesOf(contact: ContactFields): Values {
  const { custom_field: custom } = contact;
  return {
    get(name) {
      if (OWN.has(name as Own)) return contact[name as Own] ?? '';
      if (name === 'country') return contact.country === null ? '' : (countryName(contact.country) ?? '');
      return Object.hasOwn(custom, name) ? custom[name] : undefined;
    },
  };
}

/** Those of a recipient who is no contact: the address alone. */
export const valuesOfAddress = (email: string): Values => new Map([['email', email]]);
