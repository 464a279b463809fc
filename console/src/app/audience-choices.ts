import { useQuery } from '@tanstack/react-query';
import { contactTypes, segments } from '../data/lists.ts';
import { useTexts } from '../texts/texts.ts';

/** The values are `contacts_<id>` and `segments_<id>`. */
export function useAudienceChoices() {
  const { compose: texts } = useTexts().campaignsPage;
  const types = useQuery(contactTypes);
  const rules = useQuery(segments);
  return [
    {
      group: texts.audiences,
      items: (types.data ?? []).map(({ id, name, contacts_count }) => ({
        value: `contacts_${id}`,
        label: texts.size(name, contacts_count),
      })),
    },
    {
      group: texts.segments,
      items: (rules.data ?? []).map(({ id, segment_name, segment_emails_count }) => ({
        value: `segments_${id}`,
        label: texts.size(segment_name, segment_emails_count),
      })),
    },
  ].filter(({ items }) => items.length > 0);
}
