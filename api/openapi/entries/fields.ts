import type { ReservedField } from '../../../common/data/reserved-fields.ts';
import { FIELD_TYPES } from '../../../common/domain/custom-values.ts';
import { CONTACT_FIELD_NAMES } from '../../../shared/contact-field-names.ts';
import type { presentCustomField } from '../../present/custom-fields.ts';
import { entries } from '../entry.ts';
import { id, nothing, oneOf, only, record, text, timestamp } from '../shapes.ts';

const reserved = record<ReservedField>('ReservedField', {
  id: id(),
  user_id: nothing,
  field_name: oneOf(CONTACT_FIELD_NAMES),
  field_type: oneOf(['text']),
  is_reserved: oneOf([1]),
  created_at: nothing,
  updated_at: nothing,
});

const custom = record<ReturnType<typeof presentCustomField>>('CustomField', {
  id: id(),
  user_id: id(),
  field_name: text(),
  field_type: oneOf(FIELD_TYPES),
  is_reserved: only(0),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const fields = entries(
  {
    name: 'Fields',
    about:
      'The fields of a contact: reserved fields, which every account has, and custom fields of the account.',
  },
  {
    reservedFieldList: { summary: 'List reserved fields', output: reserved },
    customFieldList: { summary: 'List custom fields', output: custom },
    customFieldSave: { summary: 'Add a custom field' },
    customFieldDelete: {
      summary: 'Delete a custom field and its values',
    },
  },
);
