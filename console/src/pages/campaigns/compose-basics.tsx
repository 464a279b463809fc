import { Select, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { senders, unsubscribeGroups } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import { Section, type SectionProps } from './section.tsx';

/** What the campaign is called, and who it comes from. */
export function BasicsSection({ autosave: { draft, change }, problems }: SectionProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const from = useQuery(senders);
  const groups = useQuery(unsubscribeGroups);
  return (
    <Section title={texts.name}>
      <Stack mt="sm" maw="38rem">
        <TextInput
          label={texts.nameLabel}
          description={texts.nameHint}
          value={draft.single_send_name}
          maxLength={255}
          error={draft.single_send_name.trim() === '' ? texts.nameMissing : problems['single_send_name']}
          onChange={(event) => change({ single_send_name: event.currentTarget.value })}
        />
        <Select
          label={texts.senderLabel}
          description={texts.senderHint}
          data={(from.data ?? []).map(({ id, from_name, from_email, is_verified }) => ({
            value: String(id),
            label: `${from_name} <${from_email}>${is_verified === 1 ? '' : ` (${texts.unconfirmed})`}`,
          }))}
          value={String(draft.sender_id)}
          onChange={(id) => id !== null && change({ sender_id: Number(id) })}
          allowDeselect={false}
          error={problems['sender_id']}
        />
        <Select
          label={texts.group}
          description={texts.groupHint}
          data={(groups.data ?? []).map(({ id, group_name }) => ({ value: String(id), label: group_name }))}
          value={String(draft.unsubscribe_group_id)}
          onChange={(id) => id !== null && change({ unsubscribe_group_id: Number(id) })}
          allowDeselect={false}
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
