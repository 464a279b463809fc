import { foldedKey, SEARCHED_NAMES } from '../../shared/contact-field-names.ts';
import type { FoldedNames, NameOfType } from '../../shared/contact-fields.ts';
import { foldName } from '../../shared/fold-name.ts';

export function foldNames(
  given: { readonly [Name in NameOfType<'name'>]?: string | undefined },
): FoldedNames {
  const folded: FoldedNames = {};
  for (const name of SEARCHED_NAMES) {
    const value = given[name];
    if (value !== undefined) folded[foldedKey(name)] = foldName(value);
  }
  return folded;
}
