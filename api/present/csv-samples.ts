import { RESERVED_FIELD_NAMES, type ReservedFieldName } from '../../common/data/reserved-fields.ts';
import { writeCsv } from '../../common/domain/csv-cells.ts';
import type { CustomFieldDocument, FieldType } from '../../common/models/custom-fields.ts';

const EXAMPLE: Readonly<Record<ReservedFieldName, string>> = Object.freeze({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  alt_email: 'ada.lovelace@example.org',
  country: 'United Kingdom',
  state: 'England',
  city: 'London',
  address_line1: "12 St James's Square",
  address_line2: 'Second floor',
  state_province_region: 'Greater London',
  postal_code: 'SW1Y 4JH',
});

const CUSTOM_EXAMPLE: Readonly<Record<FieldType, string>> = Object.freeze({
  text: 'Example',
  number: '42',
  'datetime-local': '2026-01-31T09:30',
});

/** The CSV sample: a header with every column that an import of the account reads, and one row. */
export const csvSample = (
  fields: readonly Pick<CustomFieldDocument, 'field_name' | 'field_type'>[],
): string =>
  writeCsv([
    [...RESERVED_FIELD_NAMES, ...fields.map((field) => field.field_name)],
    [
      ...RESERVED_FIELD_NAMES.map((name) => EXAMPLE[name]),
      ...fields.map((field) => CUSTOM_EXAMPLE[field.field_type]),
    ],
  ]);
