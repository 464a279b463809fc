import { CUSTOM_TEXT_MAX } from '../../common/domain/custom-values.ts';
import { texts } from '../http/failures.ts';
import { email, input, integer, isScalar, refuse, required, stated, text } from '../http/inputs.ts';
import { countryId } from './sender-places.ts';

/** What `contacts/add` and `contacts/update` take. An input that was not given is absent; a blank one is `''` or null. */
export interface ContactInput {
  contact_type_id: number;
  email: string;
  country: number;
  first_name?: string;
  last_name?: string;
  alt_email?: string | null;
  state?: string;
  city?: string;
  address_line1?: string;
  address_line2?: string;
  state_province_region?: string;
  postal_code?: string;
  /** Texts by the names that were given; null where the whole is blank. */
  custom_field?: Readonly<Record<string, string>> | null;
}

/** `custom_field[<name>]`: texts by name. Which names and values are good depends on the account. */
const customValues = stated(
  input.custom((value: unknown, helpers) => {
    if (value === null || (typeof value === 'string' && value.trim() === '')) return null;
    if (typeof value !== 'object' || Array.isArray(value)) return refuse(helpers, texts.format);
    const given: [string, string][] = [];
    for (const [name, one] of Object.entries(value)) {
      if (one !== null && (!isScalar(one) || typeof one === 'boolean')) {
        return refuse(helpers, (key) => texts.format(`${key} ${name}`));
      }
      given.push([name, String(one ?? '')]);
    }
    return Object.fromEntries(given);
  }),
  {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'null'], maxLength: CUSTOM_TEXT_MAX },
  },
);

export const contactInput = {
  contact_type_id: required(integer()).description('The contact type that it belongs to.'),
  email: required(email()),
  country: required(countryId()).description('An id of `get/country-state-city`.'),
  first_name: text(),
  last_name: text(),
  alt_email: email(),
  state: text(),
  city: text(),
  address_line1: text(),
  address_line2: text(),
  state_province_region: text(),
  postal_code: text(),
  custom_field: customValues.description(
    'Values by the names of custom fields; in a form `custom_field[<name>]`. Numbers for number fields, `YYYY-MM-DDTHH:MM[:SS]` for dates; a blank value clears. A text has at most 4,096 characters.',
  ),
};
