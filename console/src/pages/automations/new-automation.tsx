import { Radio, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError } from '../../../../client/src/index.ts';
import { useAudienceChoices } from '../../app/audience-choices.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { GroupSelect } from '../../app/mail-selects.tsx';
import { TEXT_MAX } from '../../app/typed-fields.tsx';
import { api } from '../../data/client.ts';
import { firstGroup } from '../../data/first-group.ts';
import { unsubscribeGroups } from '../../data/lists.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const TYPES = ['welcome', 'custom'] as const;
type Type = (typeof TYPES)[number];

/** Makes an automation and leads to it. */
export function NewAutomation({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { automationsPage, campaignsPage } = useTexts();
  const { form: texts } = automationsPage;
  const navigate = useNavigate();
  const choices = useAudienceChoices();
  const groups = useQuery(unsubscribeGroups);
  const [name, setName] = useState('');
  const [audience, setAudience] = useState<string | null>(null);
  const [type, setType] = useState<Type>('welcome');
  const [group, setGroup] = useState<number | null>(null);
  const [leaves, setLeaves] = useState(false);
  // A click that is made again after a failure makes no second automation.
  const key = useRef(crypto.randomUUID());
  const create = useMutation({
    mutationFn: async () =>
      api.automationCreate(
        {
          type,
          automation_name: name,
          automation_for: audience,
          unsubscribe_group_id:
            group ?? (await firstGroup(campaignsPage.groupName, campaignsPage.groupDescription)),
          exit_criteria: leaves ? 1 : 0,
        },
        { idempotencyKey: key.current },
      ),
    onSuccess: async ({ utr }) => {
      close();
      await navigate({ to: '/automations/$utr', params: { utr } });
      await queries.invalidateQueries({ queryKey: ['automations'] });
    },
    onError: (error) => {
      // It was refused: what the person changes now is another request.
      if (error instanceof ApiError) key.current = crypto.randomUUID();
    },
  });
  const problems = fieldProblems(create.error);
  return (
    <FormModal isOpen={isOpen} close={close} title={texts.title} submit={texts.create} mutation={create}>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={name}
        maxLength={TEXT_MAX}
        error={problems['automation_name']}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        label={texts.audience}
        description={texts.audienceHint}
        data={choices}
        value={audience}
        onChange={setAudience}
        searchable
        error={problems['automation_for']}
      />
      <Radio.Group label={texts.type} value={type} onChange={(value) => setType(value)}>
        <Stack gap="xs" mt="xs">
          {TYPES.map((value) => (
            <Radio key={value} value={value} label={texts.types[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {groups.data && groups.data.length > 1 && (
        <GroupSelect
          value={group ?? groups.data[0]!.id}
          choose={setGroup}
          error={problems['unsubscribe_group_id']}
        />
      )}
      <Switch
        label={texts.exit}
        checked={leaves}
        onChange={(event) => setLeaves(event.currentTarget.checked)}
      />
    </FormModal>
  );
}
