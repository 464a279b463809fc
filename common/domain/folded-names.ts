import { FOLDED_NAMES, foldedKey } from '../../shared/contact-field-names.ts';
import type { FoldedName, FoldedNames } from '../../shared/contact-fields.ts';
import { foldName } from '../../shared/fold-name.ts';

export function foldNames(given: { readonly [Name in FoldedName]?: string | undefined }): FoldedNames {
  const folded: FoldedNames = {};
  for (const name of FOLDED_NAMES) {
    const value = given[name];
    if (value !== undefined) folded[foldedKey(name)] = foldName(value);
  }
  return folded;
}
