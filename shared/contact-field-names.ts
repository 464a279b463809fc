import {
  CONTACT_FIELDS,
  type ContactField,
  type ContactFieldName,
  type ContactFieldType,
  type NameOfType,
} from './contact-fields.ts';

/** A field of any type. */
export const fieldOf = (name: ContactFieldName): ContactField => CONTACT_FIELDS[name];

/** Whether every contact has a field of this name. */
export const isContactField = (name: string): name is ContactFieldName => Object.hasOwn(CONTACT_FIELDS, name);

/** The names of all fields, in the order of the table. */
export const CONTACT_FIELD_NAMES = Object.freeze(Object.keys(CONTACT_FIELDS)) as readonly ContactFieldName[];

/** Something for each field, under its name. */
export const eachField = <Value>(make: (name: ContactFieldName) => Value) =>
  Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, make(name)])) as Record<
    ContactFieldName,
    Value
  >;

const namesOfType = <Type extends ContactFieldType>(type: Type) =>
  Object.freeze(
    CONTACT_FIELD_NAMES.filter((name) => fieldOf(name).type === type),
  ) as readonly NameOfType<Type>[];

/** Fields that searches find by their beginning. */
export const SEARCHED_NAMES = namesOfType('name');
/** Fields that hold the id of a country. */
export const COUNTRY_NAMES = namesOfType('country');
/** Fields that rules of segments can ask for. */
export const SEGMENT_FIELD_NAMES = Object.freeze(
  CONTACT_FIELD_NAMES.filter((name) => fieldOf(name).segments),
);

/** Fields of whose values there is an index. */
export const LISTED_NAMES = CONTACT_FIELD_NAMES.filter((name) => {
  const field = fieldOf(name);
  return field.type === 'text' && field.listed === true;
});

/** Where a field of {@link SEARCHED_NAMES} is stored as searches compare it. */
export const foldedKey = <Name extends NameOfType<'name'>>(name: Name) => `${name}_folded` as const;

/** What a contact without a value holds. */
export function blankValue(name: ContactFieldName): '' | null {
  const { type, required } = fieldOf(name);
  return type === 'country' || (type === 'email' && !required) ? null : '';
}
