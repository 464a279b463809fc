import type { CustomFieldDocument } from '../../common/models/custom-fields.ts';
import type { FieldUses, UsedFields } from '../services/queries/field-uses.ts';

const byId = ({ id, name }: UsedFields) => ({ id, name });
const byUtr = ({ utr, name }: UsedFields) => ({ utr, name });

export function presentFieldUses(
  { _id, field_name }: Pick<CustomFieldDocument, '_id' | 'field_name'>,
  { segments, templates, automations, campaigns }: FieldUses,
) {
  const usesIt = ({ used }: UsedFields): boolean => used.includes(field_name);
  return {
    id: _id,
    field_name,
    segments: segments.filter(usesIt).map(byId),
    templates: templates.filter(usesIt).map(byId),
    automations: automations.filter(usesIt).map(byUtr),
    campaigns: campaigns.filter(usesIt).map(byUtr),
  };
}
