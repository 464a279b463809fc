import { customNameOf, customPath } from '../../../common/domain/custom-path.ts';
import { readCustomValue } from '../../../common/domain/custom-values.ts';
import { foldedCustomKey } from '../../../common/domain/folded-custom.ts';
import type { ContactDocument } from '../../../common/models/contacts.ts';
import type { CustomFieldDocument } from '../../../common/models/custom-fields.ts';
import type { ChangedCell } from '../../../common/models/import-steps.ts';
import { blankValue, foldedKey, isContactField, isFoldedName } from '../../../shared/contact-field-names.ts';
import { foldName } from '../../../shared/fold-name.ts';
import { TAGS } from '../../../shared/tags.ts';

export type CustomFields = ReadonlyMap<string, Pick<CustomFieldDocument, '_id' | 'field_type'>>;

export interface CellUpdate {
  readonly set: Record<string, string | number | boolean | string[] | null>;
  readonly unset: Record<string, ''>;
}

/** Restores the cells of a contact that still have the imported values; null if none has. Of tags, just the imported ones go. */
export function restoreCells(
  contact: ContactDocument,
  cells: readonly ChangedCell[],
  custom: CustomFields,
): CellUpdate | null {
  const restored: CellUpdate = { set: {}, unset: {} };
  for (const { path, after, before } of cells) {
    const name = customNameOf(path);
    if (name !== null) {
      const field = custom.get(name);
      // A deleted field has no values any more.
      if (field && contact.custom_field?.[name] === after)
        restoreCustom(restored, name, field, String(before ?? ''));
    } else if (path === 'unconfirmed') {
      if ((contact.unconfirmed === true) === after) restored.set[path] = before === true;
    } else if (path === TAGS) {
      const tags = contact.tags ?? [];
      const left = tags.filter((tag) => isTagOf(before, tag) || !isTagOf(after, tag));
      if (left.length < tags.length) restored.set[path] = left;
    } else if (isContactField(path) && contact[path] === after) {
      const value = (before as string | number | null | undefined) ?? blankValue(path);
      restored.set[path] = value;
      if (isFoldedName(path)) put(restored, foldedKey(path), foldName(String(value)));
    }
  }
  const isNothing = Object.keys(restored.set).length + Object.keys(restored.unset).length === 0;
  return isNothing ? null : restored;
}

const isTagOf = (tags: ChangedCell['before'], tag: string): boolean =>
  Array.isArray(tags) && tags.includes(tag);

/** A custom value is stored as text, as a number or in the form that searches compare. */
function restoreCustom(
  restored: CellUpdate,
  name: string,
  { _id, field_type: type }: Pick<CustomFieldDocument, '_id' | 'field_type'>,
  before: string,
): void {
  put(restored, customPath(name), before);
  if (type === 'number') put(restored, `custom_number.${name}`, readCustomValue(type, before)?.number);
  if (type === 'text') put(restored, foldedCustomKey(_id), foldName(before));
}

/** Blank values are not stored here. */
function put({ set, unset }: CellUpdate, path: string, value: string | number | undefined): void {
  if (value === undefined || value === '') unset[path] = '';
  else set[path] = value;
}
