import { CONTACT_FIELD_NAMES } from '../../shared/contact-field-names.ts';
import type { ContactFieldName } from '../../shared/contact-fields.ts';

/** Placeholders that come from the sender and the recipient's links, not from the contact. */
export const SENDER_PLACEHOLDERS = Object.freeze([
  'sender_name',
  'sender_address',
  'unsubscribe_preferences',
] as const);

/** A row of `reserve-fields`: no account owns it, and its times are unknown. */
export type ReservedField = {
  id: number;
  user_id: null;
  field_name: ContactFieldName;
  field_type: 'text';
  is_reserved: 1;
  created_at: null;
  updated_at: null;
};

/** `message.reservedFields`: the id of a field is its place in the table. */
export const RESERVED_FIELDS: readonly ReservedField[] = Object.freeze(
  CONTACT_FIELD_NAMES.map((field_name, at) =>
    Object.freeze({
      id: at + 1,
      user_id: null,
      field_name,
      field_type: 'text',
      is_reserved: 1,
      created_at: null,
      updated_at: null,
    } as const),
  ),
);

/** `message.contents` of `get-dynamic/content`: contact fields, the account's custom fields, the sender's. */
export const dynamicContent = (customFieldNames: readonly string[]): string[] => [
  ...CONTACT_FIELD_NAMES,
  ...customFieldNames,
  ...SENDER_PLACEHOLDERS,
];
