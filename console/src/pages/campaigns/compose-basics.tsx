import { Stack, Switch, TextInput } from '@mantine/core';
import { GroupSelect, SenderSelect } from '../../app/mail-selects.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Section, type SectionProps } from './section.tsx';

export function BasicsSection({ autosave: { draft, change }, problems }: SectionProps) {
  const { compose: texts } = useTexts().campaignsPage;
  return (
    <Section title={texts.name} part="sender">
      <Stack mt="sm" maw="38rem">
        <TextInput
          label={texts.nameLabel}
          description={texts.nameHint}
          value={draft.single_send_name}
          maxLength={255}
          error={draft.single_send_name.trim() === '' ? texts.nameMissing : problems['single_send_name']}
          onChange={(event) => change({ single_send_name: event.currentTarget.value })}
        />
        <SenderSelect
          value={draft.sender_id}
          choose={(sender_id) => change({ sender_id })}
          error={problems['sender_id']}
        />
        <GroupSelect
          value={draft.unsubscribe_group_id}
          choose={(unsubscribe_group_id) => change({ unsubscribe_group_id })}
          error={problems['unsubscribe_group_id']}
        />
        <Switch
          label={texts.tracking}
          checked={draft.tracking === 1}
          onChange={(event) => change({ tracking: event.currentTarget.checked ? 1 : 0 })}
        />
      </Stack>
    </Section>
  );
}
