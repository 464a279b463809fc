import { timestamp } from '../../common/domain/times.ts';
import type { CustomFieldDocument } from '../../common/models/custom-fields.ts';

export const presentCustomField = (field: CustomFieldDocument) => ({
  id: field._id,
  user_id: field.user_id,
  field_name: field.field_name,
  field_type: field.field_type,
  is_reserved: 0,
  created_at: timestamp(field.created_at),
  updated_at: timestamp(field.updated_at),
});
