import { normalizeAddress } from '../../common/domain/addresses.ts';
import { customPath } from '../../common/domain/custom-path.ts';
import { foldedCustom, foldedCustomKey } from '../../common/domain/folded-custom.ts';
import { foldNames } from '../../common/domain/folded-names.ts';
import { type ContactDocument, newContact } from '../../common/models/contacts.ts';
import type { Update } from '../../common/store/collection.ts';
import { CONTACT_FIELD_NAMES } from '../../shared/contact-field-names.ts';
import { foldName } from '../../shared/fold-name.ts';
import { TAGS } from '../../shared/tags.ts';
import type { ContactInput } from './contact-inputs.ts';
import type { CustomValues } from './contact-references.ts';

/** The inputs that are stored unchanged; absent ones are left out. */
function valuesOf(input: ContactInput): Partial<ContactDocument> {
  const { contact_type_id, email } = input;
  const values: Record<string, unknown> = { contact_type_id, email_norm: normalizeAddress(email) };
  for (const name of CONTACT_FIELD_NAMES) if (input[name] !== undefined) values[name] = input[name];
  if (input.tags !== undefined) values[TAGS] = input.tags;
  return { ...values, ...foldNames(input) };
}

export function contactOf(
  id: number,
  userId: number,
  input: ContactInput,
  values: CustomValues,
  at: Date,
): ContactDocument {
  const kept = [...values].filter(([, { text }]) => text !== '');
  const numbers = kept.flatMap(([name, { number }]) =>
    number === undefined ? [] : [[name, number] as const],
  );
  const searched = kept.flatMap(([, { searched: id, text }]) =>
    id === undefined ? [] : [[id, text] as const],
  );
  return {
    ...newContact(id, { userId, contactTypeId: input.contact_type_id }, input.email, '', at),
    ...valuesOf(input),
    custom_field: Object.fromEntries(kept.map(([name, { text }]) => [name, text])),
    custom_number: Object.fromEntries(numbers),
    ...foldedCustom(searched),
  };
}

/** An absent input keeps its value, a blank one clears it. Field names are letters, digits and `_`. */
export function changesOf(input: ContactInput, values: CustomValues, at: Date): Update<ContactDocument> {
  const set: Record<string, unknown> = { ...valuesOf(input), updated_at: at };
  const unset: Record<string, ''> = {};
  if (input.custom_field === null) {
    Object.assign(set, { custom_field: {}, custom_number: {} });
    unset['custom_folded'] = '';
  }
  for (const [name, { text, number, searched }] of values) {
    if (text === '') unset[customPath(name)] = '';
    else set[customPath(name)] = text;
    if (number === undefined) unset[`custom_number.${name}`] = '';
    else set[`custom_number.${name}`] = number;
    if (searched === undefined) continue;
    const folded = foldName(text);
    if (folded === '') unset[foldedCustomKey(searched)] = '';
    else set[foldedCustomKey(searched)] = folded;
  }
  return (
    Object.keys(unset).length === 0 ? { $set: set } : { $set: set, $unset: unset }
  ) as Update<ContactDocument>;
}
