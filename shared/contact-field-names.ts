import {
  CONTACT_FIELDS,
  type ContactField,
  type ContactFieldName,
  type ContactFieldType,
  type FoldedName,
  type NameOfType,
} from './contact-fields.ts';

export const fieldOf = (name: ContactFieldName): ContactField => CONTACT_FIELDS[name];

export const isContactField = (name: string): name is ContactFieldName => Object.hasOwn(CONTACT_FIELDS, name);

/** In the order of the table. */
export const CONTACT_FIELD_NAMES = Object.freeze(Object.keys(CONTACT_FIELDS)) as readonly ContactFieldName[];

export const eachField = <Value>(make: (name: ContactFieldName) => Value) =>
  Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, make(name)])) as Record<
    ContactFieldName,
    Value
  >;

const namesOfType = <Type extends ContactFieldType>(type: Type) =>
  Object.freeze(
    CONTACT_FIELD_NAMES.filter((name) => fieldOf(name).type === type),
  ) as readonly NameOfType<Type>[];

/** Searches find these fields by the start of a value. */
export const SEARCHED_NAMES = namesOfType('name');
/** Fields that hold the id of a country. */
export const COUNTRY_NAMES = namesOfType('country');
/** Fields that segment rules can use. */
export const SEGMENT_FIELD_NAMES = Object.freeze(
  CONTACT_FIELD_NAMES.filter((name) => fieldOf(name).segments),
);

/** Fields with an index on their values. */
export const LISTED_NAMES = CONTACT_FIELD_NAMES.filter((name) => {
  const field = fieldOf(name);
  return field.type === 'text' && field.listed === true;
});

export const isFoldedName = (name: ContactFieldName): name is FoldedName =>
  fieldOf(name).type === 'name' || LISTED_NAMES.includes(name);

/** Fields that are stored again in a folded form. */
export const FOLDED_NAMES = Object.freeze(CONTACT_FIELD_NAMES.filter(isFoldedName));

/** Where a field of {@link FOLDED_NAMES} is stored in the form that searches and orders compare. */
export const foldedKey = <Name extends FoldedName>(name: Name) => `${name}_folded` as const;

export function blankValue(name: ContactFieldName): '' | null {
  const { type, required } = fieldOf(name);
  return type === 'country' || (type === 'email' && !required) ? null : '';
}
