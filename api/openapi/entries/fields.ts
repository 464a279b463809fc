import type { ReservedField } from '../../../common/data/reserved-fields.ts';
import { FIELD_TYPES } from '../../../common/domain/custom-values.ts';
import { CONTACT_FIELD_NAMES } from '../../../shared/contact-field-names.ts';
import type { presentFieldUses } from '../../present/custom-field-uses.ts';
import type { presentCustomField } from '../../present/custom-fields.ts';
import { entries } from '../entry.ts';
import { boolean, id, list, nothing, object, oneOf, only, record, text, timestamp } from '../shapes.ts';

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

type FieldUsesAnswer = ReturnType<typeof presentFieldUses>;

const byId = list(object<FieldUsesAnswer['segments'][number]>({ id: id(), name: text() }));
const byUtr = list(object<FieldUsesAnswer['campaigns'][number]>({ utr: text(), name: text() }));

const uses = record<FieldUsesAnswer>('CustomFieldUses', {
  id: id(),
  field_name: text(),
  segments: byId,
  templates: byId,
  automations: byUtr,
  campaigns: byUtr,
  more: boolean('True if further records use the field.'),
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
    customFieldUses: {
      summary: 'List what uses each custom field',
      about:
        'Of segments, own templates, automations, and single sends that are not completed, the 100 newest of each that use the field.',
      output: list(uses),
    },
    customFieldSave: { summary: 'Add a custom field' },
    customFieldDelete: {
      summary: 'Delete a custom field and its values',
    },
  },
);
