import { countryName } from '../../common/data/places.ts';
import {
  CUSTOM_TEXT_MAX,
  type CustomValue,
  DATETIME_FORMAT,
  readCustomValue,
} from '../../common/domain/custom-values.ts';
import { isLonger } from '../../common/domain/text-length.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import type { CustomFieldDocument } from '../../common/models/custom-fields.ts';
import { rows } from '../../common/mongo.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import type { Account } from '../http/account.ts';
import { invalid, texts } from '../http/failures.ts';
import type { ContactInput } from './contact-inputs.ts';

/** Characters; no field has a longer name. */
const NAME_MAX = 255;

/** Custom values by the field's own name; a blank one, which clears, has the text `''`. */
export type CustomValues = ReadonlyMap<string, CustomValue>;

/** Whether all that a contact's inputs refer to is there; throws a 422 with all that is not. */
export async function checkReferences(input: ContactInput, account: Account): Promise<CustomValues> {
  const given = Object.entries(input.custom_field ?? {});
  const [type, fields] = await Promise.all([
    isTypeThere(account.id, input.contact_type_id),
    given.length === 0 ? [] : customFieldsOf(account.id),
  ]);
  const { values, problems } = readCustomValues(given, fields);
  const wrong = {
    ...(!type && { contact_type_id: [texts.selected('contact_type_id')] }),
    ...(countryName(input.country) === null && { country: [texts.selected('country')] }),
    ...(problems.length > 0 && { custom_field: problems }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return values;
}

export async function isTypeThere(userId: number, typeId: number): Promise<boolean> {
  const type = { user_id: userId, _id: typeId, deleted_at: null };
  return (await rows(ContactType).findOne(type, { projection: { _id: 1 } })) !== null;
}

function readCustomValues(given: readonly [string, string][], fields: readonly CustomFieldDocument[]) {
  const byName = new Map(fields.map((field) => [field.name_key, field]));
  const values = new Map<string, CustomValue>();
  const problems: string[] = [];
  for (const [name, text] of given) {
    const field = name.length > NAME_MAX ? undefined : byName.get(name.toLowerCase());
    const value = field && readCustomValue(field.field_type, text);
    if (value) values.set(field.field_name, value);
    else problems.push(problem(`custom_field ${name.slice(0, NAME_MAX)}`, field, text));
  }
  return { values, problems };
}

function problem(key: string, field: CustomFieldDocument | undefined, text: string): string {
  if (!field) return texts.selected(key);
  if (isLonger(text.trim(), CUSTOM_TEXT_MAX)) return texts.max(key, CUSTOM_TEXT_MAX);
  if (field.field_type === 'number') return texts.number(key);
  if (field.field_type === 'datetime-local') return texts.matches(key, DATETIME_FORMAT);
  return texts.format(key);
}
