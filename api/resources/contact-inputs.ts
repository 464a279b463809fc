import { CUSTOM_TEXT_MAX } from '../../common/domain/custom-values.ts';
import { CONTACT_FIELD_NAMES, fieldOf } from '../../shared/contact-field-names.ts';
import type { ContactFieldName, ContactValues, RequiredName } from '../../shared/contact-fields.ts';
import { email, integer, text, textsByName } from '../http/inputs.ts';
import { type Input, type RequiredInput, required, type ValuesOf } from '../http/typed-input.ts';
import { countryId } from './sender-places.ts';

/** `custom_field[<name>]`: texts by name. Which names and values are good depends on the account. */
const customValues = textsByName({ type: ['string', 'number', 'null'], maxLength: CUSTOM_TEXT_MAX });

/** The input of a field that every contact has. */
function valueInput(name: ContactFieldName): Input<string | number | null> {
  const field = fieldOf(name);
  const given: Input<string | number | null> =
    field.type === 'email'
      ? email()
      : field.type === 'country'
        ? countryId().description('An id of `get/country-state-city`.')
        : text({ max: field.max });
  return field.required ? required(given) : given;
}

/** Required ones first, as the API reference shows them. */
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
  contact_type_id: required(integer()).description('The contact type that it belongs to.'),
  ...valueInputs,
  custom_field: customValues.description(
    'Values by the names of custom fields; in a form `custom_field[<name>]`. Numbers for number fields, `YYYY-MM-DDTHH:MM[:SS]` for dates; a blank value clears. A text has at most 4,096 characters.',
  ),
};

/** What `contacts/add` and `contacts/update` take. An input that was not given is absent; a blank one is `''` or null. */
export type ContactInput = ValuesOf<typeof contactInput>;
