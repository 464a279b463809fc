interface ContactFieldTraits {
  /** The name on screens. */
  readonly label: string;
  /** Whether `contacts/add` and `contacts/update` require it. An imported row needs the address alone. */
  readonly required?: true;
  /** Whether segment rules can use it. */
  readonly segments: boolean;
  /** For the sample file and the API reference. */
  readonly example: string;
}

/** `''`: none. */
interface ContactTextField extends ContactFieldTraits {
  /** `name`: searches find it by its start, so it is stored again, folded, as `<field>_folded`. */
  readonly type: 'text' | 'name';
  /** Characters; a longer value is refused. */
  readonly max: number;
  /** Whether an index has its values, for previews of segments. It is stored again, folded, for lists in its order. */
  readonly listed?: true;
}

/** Null: none. The rules of addresses bound it. */
interface EmailField extends ContactFieldTraits {
  readonly type: 'email';
}

/** The id of a country; null: none. Imports, mails, lists and rules use its name. */
interface CountryField extends ContactFieldTraits {
  readonly type: 'country';
}

export type ContactField = ContactTextField | EmailField | CountryField;
export type ContactFieldType = ContactField['type'];

/**
 * The fields of every contact, in the order of the published contract. A field's name is its key in inputs, answers and
 * documents, its CSV column and its placeholder; no custom field may have it. Its position is its id in `reserve-fields`, so a
 * new field goes to the end. In older contacts a new field has no value.
 */
export const CONTACT_FIELDS = Object.freeze({
  first_name: { label: 'First name', type: 'name', max: 255, segments: true, example: 'Ada' },
  last_name: { label: 'Last name', type: 'name', max: 255, segments: true, example: 'Lovelace' },
  email: {
    label: 'E-mail address',
    type: 'email',
    required: true,
    segments: true,
    example: 'ada@example.com',
  },
  alt_email: {
    label: 'Another e-mail address',
    type: 'email',
    segments: true,
    example: 'ada.lovelace@example.org',
  },
  country: { label: 'Country', type: 'country', required: true, segments: true, example: 'United Kingdom' },
  state: { label: 'State', type: 'text', max: 255, segments: true, example: 'England' },
  city: { label: 'City', type: 'text', max: 255, listed: true, segments: true, example: 'London' },
  address_line1: {
    label: 'First line of the postal address',
    type: 'text',
    max: 255,
    segments: true,
    example: "12 St James's Square",
  },
  address_line2: {
    label: 'Second line of the postal address',
    type: 'text',
    max: 255,
    segments: true,
    example: 'Second floor',
  },
  state_province_region: {
    label: 'State, province or region of the address',
    type: 'text',
    max: 255,
    segments: true,
    example: 'Greater London',
  },
  postal_code: { label: 'Postal code', type: 'text', max: 255, segments: true, example: 'SW1Y 4JH' },
} as const satisfies Readonly<Record<string, ContactField>>);

type ContactFieldTable = typeof CONTACT_FIELDS;
export type ContactFieldName = keyof ContactFieldTable;

export type NameOfType<Type extends ContactFieldType> = {
  [Name in ContactFieldName]: ContactFieldTable[Name]['type'] extends Type ? Name : never;
}[ContactFieldName];

type StoredOf<Field extends ContactField> = Field extends { type: 'country' }
  ? number | null
  : Field extends { type: 'email'; required?: never }
    ? string | null
    : string;

export type ContactValues = { -readonly [Name in ContactFieldName]: StoredOf<ContactFieldTable[Name]> };

/** Fields that searches or orders compare in a folded form. */
export type FoldedName = {
  [Name in ContactFieldName]: ContactFieldTable[Name] extends { type: 'name' } | { listed: true }
    ? Name
    : never;
}[ContactFieldName];

/** Values of {@link ContactValues} as searches and orders compare them; absent or empty if blank. */
export type FoldedNames = { [Name in FoldedName as `${Name}_folded`]?: string };

/** Fields that `contacts/add` and `contacts/update` require. */
export type RequiredName = {
  [Name in ContactFieldName]: ContactFieldTable[Name] extends { required: true } ? Name : never;
}[ContactFieldName];
