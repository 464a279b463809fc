import { Stack } from '@mantine/core';
import { useAudienceChoices } from '../../app/audience-choices.ts';
import { MultiSelect } from '../../app/multi-select.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Estimate } from './compose-estimate.tsx';
import { Section, type SectionProps } from './section.tsx';

export function AudienceSection({ autosave: { draft, change }, problems }: SectionProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const choices = useAudienceChoices();
  const { recipient_id, exclude_specific_recipient_id: excluded } = draft;
  return (
    <Section title={texts.audience} part="audience">
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
