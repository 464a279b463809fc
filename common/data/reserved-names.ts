import { CONTACT_FIELD_NAMES } from '../../shared/contact-field-names.ts';
import { SENDER_PLACEHOLDERS } from './reserved-fields.ts';

const words = (text: string): string[] => text.split(' ');

/** Names with a meaning of their own in contacts, segment rules and segment rows (docs/rules.md 6.3). */
const OUR_NAMES = [
  // The contact in the contract and in MongoDB.
  ...words('_id __v id user_id contact_type_id contact_type custom_field custom_fields'),
  ...words('fullname tags created_at updated_at deleted_at'),
  // A segment's recipients, and the fields of its rules that are no contact fields.
  ...words('contact_id segment_id last_sent_at last_opened_at last_clicked_at'),
];

/** `__proto__`, `constructor`, `toString`, `hasOwnProperty` …: a plain object answers to them without having them. */
const OBJECT_NAMES = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', '__parsed_extra'];

const RESERVED = new Set(
  [...CONTACT_FIELD_NAMES, ...SENDER_PLACEHOLDERS, ...OUR_NAMES, ...OBJECT_NAMES].map((name) =>
    name.toLowerCase(),
  ),
);

const squashed = (name: string): string => name.toLowerCase().replaceAll('_', '');
const IMPORT_COLUMNS = new Set(CONTACT_FIELD_NAMES.map(squashed));

/**
 * Whether a custom field may not have this name in any case. Spellings are included that a CSV's header could not distinguish from a
 * reserved column, because underscores do not count there: `firstname` would never be filled.
 */
export const isReservedFieldName = (name: string): boolean =>
  RESERVED.has(name.toLowerCase()) || IMPORT_COLUMNS.has(squashed(name));
