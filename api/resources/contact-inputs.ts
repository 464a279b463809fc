import { CUSTOM_TEXT_MAX } from '../../common/domain/custom-values.ts';
import { CONTACT_FIELD_NAMES, fieldOf } from '../../shared/contact-field-names.ts';
import type { ContactFieldName, ContactValues, RequiredName } from '../../shared/contact-fields.ts';
import { email, integer, text, textsByName } from '../http/inputs.ts';
import { type Input, type RequiredInput, required, type ValuesOf } from '../http/typed-input.ts';
import { countryId } from './sender-places.ts';
import { tagList } from './tag-inputs.ts';

/** `custom_field[<name>]`: texts by name. The account decides which names and values are valid. */
const customValues = textsByName({ type: ['string', 'number', 'null'], maxLength: CUSTOM_TEXT_MAX });

function valueInput(name: ContactFieldName): Input<string | number | null> {
  const field = fieldOf(name);
  const given: Input<string | number | null> =
    field.type === 'email'
      ? email()
      : field.type === 'country'
        ? countryId().description('A country id from `get/country-state-city`.')
        : text({ max: field.max });
  return field.required ? required(given) : given;
}

/** Required ones first, for the reference. */
const valueInputs = Object.fromEntries(
  [true, false].flatMap((first) =>
    CONTACT_FIELD_NAMES.filter((name) => (fieldOf(name).required ?? false) === first).map((name) => [
      name,
      valueInput(name),
    ]),
  ),
) as unknown as {
  readonly [Name in ContactFieldName]: Name extends RequiredName
    ? RequiredInput<NonNullable<ContactValues[Name]>>
    : Input<ContactValues[Name]>;
};

export const contactInput = {
  contact_type_id: required(integer()).description('The contact type of the contact.'),
  ...valueInputs,
  tags: tagList()
    .description(
      'All tags of the contact, which replace its tags; an empty list removes them. At most 50, each of at most 64 characters without comma, ' +
        'semicolon, bar and quotation mark. They are stored in small letters.',
    )
    .example(['vip']),
  custom_field: customValues.description(
    'Values by the names of custom fields, in a form as `custom_field[<name>]`. Number fields take numbers, date fields take ' +
      '`YYYY-MM-DDTHH:MM[:SS]`. A blank value clears the field. A text has at most 4,096 characters.',
  ),
};

/** Inputs of `contacts/add` and `contacts/update`. An input that was not given is absent; a blank one is `''` or null. */
export type ContactInput = ValuesOf<typeof contactInput>;
