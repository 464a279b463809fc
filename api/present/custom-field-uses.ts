import type { CustomFieldDocument } from '../../common/models/custom-fields.ts';
import { type FieldUse, type FieldUses, MOST_USES } from '../services/queries/field-uses.ts';

const byId = ({ id, name }: FieldUse) => ({ id, name });
const byUtr = ({ utr, name }: FieldUse) => ({ utr, name });

export function presentFieldUses(
  { _id, field_name }: Pick<CustomFieldDocument, '_id' | 'field_name'>,
  { segments, templates, automations, campaigns }: FieldUses,
) {
  const kinds = [segments, templates, automations, campaigns];
  const shown = (uses: FieldUses['segments']) => uses.get(field_name)?.slice(0, MOST_USES) ?? [];
  return {
    id: _id,
    field_name,
    segments: shown(segments).map(byId),
    templates: shown(templates).map(byId),
    automations: shown(automations).map(byUtr),
    campaigns: shown(campaigns).map(byUtr),
    more: kinds.some((uses) => (uses.get(field_name)?.length ?? 0) > MOST_USES),
  };
}
