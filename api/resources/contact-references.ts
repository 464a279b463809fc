import { countryName } from '../../common/data/places.ts';
import { type CustomValue, customValueText, readCustomValue } from '../../common/domain/custom-values.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import type { CustomFieldDocument } from '../../common/models/custom-fields.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { sharedQuestion } from '../../common/store/shared-question.ts';
import { COUNTRY_NAMES } from '../../shared/contact-field-names.ts';
import type { Account } from '../http/account.ts';
import { invalid } from '../http/failures.ts';
import { oneOfHint, repeated } from '../http/hints.ts';
import type { ContactInput } from './contact-inputs.ts';

/** In characters; no field has a longer name. */
const NAME_MAX = 255;

/** Each names the fields of the account. */
const MOST_HINTS = 5;

/** With the id of its field if searches use it. */
export type GivenValue = CustomValue & { readonly searched?: number };

/** By the name of the field. A blank value, which clears, has the text `''`. */
export type CustomValues = ReadonlyMap<string, GivenValue>;

/** Throws a 422 with all references that do not exist. */
export async function checkContactReferences(input: ContactInput, account: Account): Promise<CustomValues> {
  const given = Object.entries(input.custom_field ?? {});
  const [type, fields] = await Promise.all([
    isTypeThere(account.id, input.contact_type_id),
    given.length === 0 ? [] : customFieldsOf(account.id),
  ]);
  const { values, problems, hints } = readCustomValues(given, fields);
  const unknown = COUNTRY_NAMES.filter((name) => {
    const country: number | null | undefined = input[name];
    return typeof country === 'number' && countryName(country) === null;
  });
  const wrong = {
    ...(!type && { contact_type_id: [texts.selected('contact_type_id')] }),
    ...Object.fromEntries(unknown.map((name) => [name, [texts.selected(name)]])),
    ...(problems.length > 0 && { custom_field: problems }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong, hints.length > 0 ? { custom_field: hints } : {});
  return values;
}

export const isTypeThere = sharedQuestion(
  (userId: number, typeId: number) => `${userId} ${typeId}`,
  async (userId, typeId) => {
    const type = { _id: typeId, deleted_at: null };
    return (await ContactType.of(userId).findOne(type, { projection: { _id: 1 } })) !== null;
  },
);

function readCustomValues(given: readonly [string, string][], fields: readonly CustomFieldDocument[]) {
  const byName = new Map(fields.map((field) => [field.name_key, field]));
  const values = new Map<string, GivenValue>();
  const problems: string[] = [];
  const hints: string[] = [];
  const names = fields.map(({ field_name }) => field_name);
  for (const [name, text] of given) {
    const field = name.length > NAME_MAX ? undefined : byName.get(name.toLowerCase());
    const value = field && readCustomValue(field.field_type, text);
    if (value) {
      values.set(field.field_name, field.field_type === 'text' ? { ...value, searched: field._id } : value);
    } else problems.push(problem(`custom_field ${name.slice(0, NAME_MAX)}`, field, text));
    if (!field && hints.length < MOST_HINTS)
      hints.push(
        `There is no field ${repeated(name)}. ${names.length > 0 ? oneOfHint(name, names) : 'The account has no custom fields.'}`,
      );
  }
  return { values, problems, hints };
}

const problem = (key: string, field: CustomFieldDocument | undefined, text: string): string =>
  field ? customValueText(key, field.field_type, text) : texts.selected(key);
