import { foldedKey, SEARCHED_NAMES } from '../../shared/contact-field-names.ts';
import { beginsWith, foldName } from '../../shared/fold-name.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { foldedCustomKey } from '../domain/folded-custom.ts';
import type { ContactDocument } from '../models/contacts.ts';
import { at, type Filter } from '../store/collection.ts';

/** What a text that people search for is as the beginning of an address and, unless nothing of it is left, of a name. */
export function prefixesOf(search: string): { address: string; name: string | null } {
  return { address: normalizeAddress(search), name: foldName(search) || null };
}

/** A text of one of these custom fields begins with a name. */
export const customBeginsWith = (name: string, custom: readonly number[]): Filter<ContactDocument>[] =>
  custom.map((id) => at(foldedCustomKey(id), beginsWith(name)));

/** What a contact meets that a search is for. `custom`: the account's fields that searches look into (`searchedFieldsOf`). */
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
