import { CONTACT_FIELD_NAMES } from '../../shared/contact-field-names.ts';

/** Placeholders that come from the sender and the recipient's links, not from the contact. */
export const SENDER_PLACEHOLDERS = Object.freeze([
  'sender_name',
  'sender_address',
  'unsubscribe_preferences',
] as const);

/** `message.reservedFields`: a field's id is its place in the table. No account owns it, and its times are unknown. */
export const RESERVED_FIELDS = Object.freeze(
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
export type ReservedField = (typeof RESERVED_FIELDS)[number];

/** `message.contents` of `get-dynamic/content`: contact fields, the account's custom fields, the sender's. */
export const dynamicContent = (customFieldNames: readonly string[]): string[] => [
  ...CONTACT_FIELD_NAMES,
  ...customFieldNames,
  ...SENDER_PLACEHOLDERS,
];
