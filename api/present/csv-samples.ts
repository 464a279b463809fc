import { writeCsv } from '../../common/domain/csv-cells.ts';
import type { FieldType } from '../../common/domain/custom-values.ts';
import type { CustomFieldDocument } from '../../common/models/custom-fields.ts';
import { CONTACT_FIELD_NAMES, fieldOf } from '../../shared/contact-field-names.ts';

const CUSTOM_EXAMPLE: Readonly<Record<FieldType, string>> = Object.freeze({
  text: 'Example',
  number: '42',
  'datetime-local': '2026-01-31T09:30',
});

/** A header with every column that an import of the account reads, and one row. */
export const csvSample = (
  fields: readonly Pick<CustomFieldDocument, 'field_name' | 'field_type'>[],
): string =>
  writeCsv([
    [...CONTACT_FIELD_NAMES, ...fields.map((field) => field.field_name)],
    [
      ...CONTACT_FIELD_NAMES.map((name) => fieldOf(name).example),
      ...fields.map((field) => CUSTOM_EXAMPLE[field.field_type]),
    ],
  ]);
