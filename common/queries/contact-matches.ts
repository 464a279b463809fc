import { foldedKey, SEARCHED_NAMES } from '../../shared/contact-field-names.ts';
import { beginsWith, foldName } from '../../shared/fold-name.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { foldedCustomKey } from '../domain/folded-custom.ts';
import type { ContactDocument } from '../models/contacts.ts';
import { at, type Filter } from '../store/collection.ts';

/** A search as the start of an address and, if letters remain, of a name. */
export function prefixesOf(search: string): { address: string; name: string | null } {
  return { address: normalizeAddress(search), name: foldName(search) || null };
}

export const customBeginsWith = (name: string, custom: readonly number[]): Filter<ContactDocument>[] =>
  custom.map((id) => at(foldedCustomKey(id), beginsWith(name)));

/** `custom`: the searched fields of the account (`searchedFieldsOf`). */
export function contactMatches(search: string, custom: readonly number[]): Filter<ContactDocument> {
  const { address, name } = prefixesOf(search);
  return {
    $or: [
      { email_norm: beginsWith(address) },
      ...(name === null ? [] : SEARCHED_NAMES.map((field) => at(foldedKey(field), beginsWith(name)))),
      ...(name === null ? [] : customBeginsWith(name, custom)),
    ],
  };
}
