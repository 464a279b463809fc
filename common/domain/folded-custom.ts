import { foldName } from '../../shared/fold-name.ts';

/** The name of a field in `custom_folded`. It begins with a letter, because a number in a path may mean a place in a list. */
export const foldedCustomName = (fieldId: number) => `f${fieldId}` as const;

/** The path of a custom text field's searchable value. The field's id belongs to one account, so one index keeps accounts apart. */
export const foldedCustomKey = (fieldId: number) => `custom_folded.${foldedCustomName(fieldId)}` as const;

export function foldedCustom(values: readonly (readonly [fieldId: number, text: string])[]): {
  custom_folded?: Record<string, string>;
} {
  const folded = values
    .map(([id, text]) => [foldedCustomName(id), foldName(text)] as const)
    .filter(([, text]) => text !== '');
  return folded.length === 0 ? {} : { custom_folded: Object.fromEntries(folded) };
}
