import { foldName } from '../../shared/fold-name.ts';

/** The name of a field in `custom_folded`. It begins with a letter, since a number in a path may stand for a place in a list. */
export const foldedCustomName = (fieldId: number) => `f${fieldId}` as const;

/**
 * Where a contact has the value of a custom text field as searches compare it. It names the field's id, which no other account has: so one
 * index of all of them keeps accounts apart.
 */
export const foldedCustomKey = (fieldId: number) => `custom_folded.${foldedCustomName(fieldId)}` as const;

/** What is stored of the values of text fields; nothing where they are none, or blank. */
export function foldedCustom(values: readonly (readonly [fieldId: number, text: string])[]): {
  custom_folded?: Record<string, string>;
} {
  const folded = values
    .map(([id, text]) => [foldedCustomName(id), foldName(text)] as const)
    .filter(([, text]) => text !== '');
  return folded.length === 0 ? {} : { custom_folded: Object.fromEntries(folded) };
}
