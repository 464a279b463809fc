import { MultiSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { contactTypes, segments } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import { Estimate } from './compose-estimate.tsx';
import { Section, type SectionProps } from './section.tsx';

/** Who gets the campaign, and who does not. */
export function AudienceSection({ autosave: { draft, change }, problems }: SectionProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const types = useQuery(contactTypes);
  const rules = useQuery(segments);
  const choices = [
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
  const { recipient_id, exclude_specific_recipient_id: excluded } = draft;
  return (
    <Section title={texts.audience}>
      <Stack mt="sm" maw="38rem">
        <MultiSelect
          label={texts.to}
          description={texts.toHint}
          data={choices}
          value={[...recipient_id]}
          onChange={(value) => change({ recipient_id: value })}
          searchable
          hidePickedOptions
          error={problems['recipient_id']}
        />
        <MultiSelect
          label={texts.not}
          description={texts.notHint}
          data={choices}
          value={[...excluded]}
          onChange={(value) => change({ exclude_specific_recipient_id: value })}
          searchable
          hidePickedOptions
          error={problems['exclude_specific_recipient_id']}
        />
        {recipient_id.length === 0 ? <p className="soft">{texts.noAudience}</p> : <Estimate draft={draft} />}
      </Stack>
    </Section>
  );
}
