import { normalizeAddress } from '../../common/domain/addresses.ts';
import { foldName } from '../../common/domain/fold-name.ts';
import type { ContactDocument } from '../../common/models/contacts.ts';
import type { ContactInput } from './contact-inputs.ts';
import type { CustomValues } from './contact-references.ts';

const TEXTS = [
  'first_name',
  'last_name',
  'state',
  'city',
  'address_line1',
  'address_line2',
  'state_province_region',
  'postal_code',
] as const;

const named = ({ contact_type_id, email, country }: ContactInput) => ({
  contact_type_id,
  email,
  email_norm: normalizeAddress(email),
  country,
});

/** Of the names that are given. */
function foldedNames(input: ContactInput): Pick<ContactDocument, 'first_name_folded' | 'last_name_folded'> {
  const { first_name, last_name } = input;
  return {
    ...(first_name !== undefined && { first_name_folded: foldName(first_name) }),
    ...(last_name !== undefined && { last_name_folded: foldName(last_name) }),
  };
}

/** A contact as it is first stored. */
export function newContact(
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
  return {
    _id: id,
    user_id: userId,
    ...named(input),
    ...(Object.fromEntries(TEXTS.map((key) => [key, input[key] ?? ''])) as Record<
      (typeof TEXTS)[number],
      string
    >),
    ...foldedNames(input),
    alt_email: input.alt_email ?? null,
    custom_field: Object.fromEntries(kept.map(([name, { text }]) => [name, text])),
    custom_number: Object.fromEntries(numbers),
    deleted_at: null,
    created_at: at,
    updated_at: at,
  };
}

/** The update that inputs make: what is absent stays, what is blank goes. Field names are letters, digits and `_`. */
export function changesOf(input: ContactInput, values: CustomValues, at: Date) {
  const set: Record<string, unknown> = { ...named(input), ...foldedNames(input), updated_at: at };
  const unset: Record<string, ''> = {};
  for (const key of [...TEXTS, 'alt_email'] as const) if (input[key] !== undefined) set[key] = input[key];
  if (input.custom_field === null) Object.assign(set, { custom_field: {}, custom_number: {} });
  for (const [name, { text, number }] of values) {
    if (text === '') unset[`custom_field.${name}`] = '';
    else set[`custom_field.${name}`] = text;
    if (number === undefined) unset[`custom_number.${name}`] = '';
    else set[`custom_number.${name}`] = number;
  }
  return Object.keys(unset).length === 0 ? { $set: set } : { $set: set, $unset: unset };
}
