import { CONTACT_FIELD_NAMES } from '../../common/domain/contact-field-names.ts';
import {
  type ChosenColumns,
  type ColumnMap,
  mapChosen,
  mapColumns,
} from '../../common/domain/csv-columns.ts';
import { isLonger } from '../../common/domain/text-length.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { invalidField } from '../http/failures.ts';
import { refuse, textsByName } from '../http/inputs.ts';

/** Characters of a column's name and of a field's: no header's name is compared beyond them. */
const NAME_MAX = 255;

/**
 * `map[<field>]`: the name of the column whose cells become the field. Columns that are not named are left out. An entry that is blank
 * is no entry, since forms send those of fields that have no column.
 */
export const chosenColumns = textsByName({ type: ['string', 'null'], maxLength: NAME_MAX }).custom(
  (given, helpers): ChosenColumns | null => {
    const chosen: [string, string][] = [];
    for (const [field, column] of Object.entries(given ?? {})) {
      if (isLonger(field, NAME_MAX)) return refuse(helpers, texts.format) as never;
      if (isLonger(column, NAME_MAX)) return refuse(helpers, (key) => texts.max(key, NAME_MAX)) as never;
      if (column.trim() !== '') chosen.push([field, column.trim()]);
    }
    if (chosen.length === 0) return null;
    if (!chosen.some(([field]) => field === 'email'))
      return refuse(helpers, (key) => texts.required(`${key} email`)) as never;
    return Object.fromEntries(chosen);
  },
);

/** The field of each column of a file; refuses a choice of fields or columns that are not there. */
export async function columnsOf(
  userId: number,
  header: readonly string[],
  chosen: ChosenColumns | null,
): Promise<ColumnMap> {
  const custom = await customFieldsOf(userId);
  const fields = [...CONTACT_FIELD_NAMES, ...custom.map((field) => field.field_name)];
  if (chosen === null) return mapColumns(header, fields);
  const { wrong, ...map } = mapChosen(header, chosen);
  const unknown = Object.keys(chosen).find((field) => !fields.includes(field)) ?? wrong[0];
  if (unknown !== undefined) throw invalidField('map', texts.selected(`map ${unknown}`));
  return map;
}
