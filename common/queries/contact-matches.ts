import { foldedKey, SEARCHED_NAMES } from '../../shared/contact-field-names.ts';
import { beginsWith, foldName } from '../../shared/fold-name.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { escapePattern } from '../domain/escape-pattern.ts';
import { foldedCustomKey } from '../domain/folded-custom.ts';
import type { ContactDocument } from '../models/contacts.ts';
import { at, type Filter } from '../store/collection.ts';

/** A search as the start of an address and, if letters remain, of a name. */
export function prefixesOf(search: string): { address: string; name: string | null } {
  return { address: normalizeAddress(search), name: foldName(search) || null };
}

export const customBeginsWith = (name: string, custom: readonly number[]): Filter<ContactDocument>[] =>
  custom.map((id) => at(foldedCustomKey(id), beginsWith(name)));

/** More words are not read as a first and a last name: each place between two words costs two questions. */
const WORDS = 4;

export interface FullNameMatch {
  readonly filter: Filter<ContactDocument>;
  /** The field whose index finds fewer. */
  readonly indexed: ReturnType<typeof foldedKey>;
}

/**
 * A search for a first and a last name, in either order, with or without a comma. The words before the place are whole, and others may
 * follow them (“ada” finds “Ada Maria”).
 */
export function fullNames(name: string): FullNameMatch[] {
  const words = name.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length < 2 || words.length > WORDS) return [];
  const orders = [SEARCHED_NAMES, SEARCHED_NAMES.toReversed()].map((names) => names.map(foldedKey));
  return words.slice(1).flatMap((_, before) => {
    const [head, tail] = [words.slice(0, before + 1).join(' '), words.slice(before + 1).join(' ')];
    const whole = { ...beginsWith(head), $regex: `^${escapePattern(head)}( |$)` };
    return orders.map(([one, other]) => ({
      filter: { ...at(one!, whole), ...at(other!, beginsWith(tail)) },
      indexed: head.length >= tail.length ? one! : other!,
    }));
  });
}

/** `custom`: the searched fields of the account (`searchedFieldsOf`). */
export function contactMatches(search: string, custom: readonly number[]): Filter<ContactDocument> {
  const { address, name } = prefixesOf(search);
  return {
    $or: [
      { email_norm: beginsWith(address) },
      ...(name === null ? [] : SEARCHED_NAMES.map((field) => at(foldedKey(field), beginsWith(name)))),
      ...(name === null ? [] : customBeginsWith(name, custom)),
      ...(name === null ? [] : fullNames(name).map(({ filter }) => filter)),
    ],
  };
}
