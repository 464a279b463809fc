/** The contact fields that every account has, in the order of the specification ("Dynamic content"). */
export const RESERVED_FIELD_NAMES = Object.freeze([
  'first_name',
  'last_name',
  'email',
  'alt_email',
  'country',
  'state',
  'city',
  'address_line1',
  'address_line2',
  'state_province_region',
  'postal_code',
] as const);

/** Placeholders that come from the sender and the recipient's links, not from the contact. */
export const SENDER_PLACEHOLDERS = Object.freeze([
  'sender_name',
  'sender_address',
  'unsubscribe_preferences',
] as const);

export type ReservedFieldName = (typeof RESERVED_FIELD_NAMES)[number];

/** A row of `reserve-fields`: no account owns it, and no time is known for it. */
export type ReservedField = {
  id: number;
  user_id: null;
  field_name: ReservedFieldName;
  field_type: 'text';
  is_reserved: 1;
  created_at: null;
  updated_at: null;
};

/** `message.reservedFields`, ids 1 to 11. */
export const RESERVED_FIELDS: readonly ReservedField[] = Object.freeze(
  RESERVED_FIELD_NAMES.map((field_name, at) =>
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
  ...RESERVED_FIELD_NAMES,
  ...customFieldNames,
  ...SENDER_PLACEHOLDERS,
];
