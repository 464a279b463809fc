import { Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAudienceChoices } from '../../app/audience-choices.ts';
import { GroupSelect } from '../../app/mail-selects.tsx';
import { Select } from '../../app/select.tsx';
import { TEXT_MAX } from '../../app/typed-fields.tsx';
import { unsubscribeGroups } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';

const TYPES = ['welcome', 'custom'] as const;

export interface AutomationDraft {
  readonly name: string;
  /** `contacts_<id>` or `segments_<id>`. */
  readonly audience: string | null;
  readonly type: (typeof TYPES)[number];
  /** Null: the first group. */
  readonly group: number | null;
  readonly leaves: boolean;
}

/** Audience and exit are fixed once the automation was turned on; only the name can change. */
export function AutomationFields({
  draft,
  change,
  problems,
  isSettled = false,
}: {
  draft: AutomationDraft;
  change: (fields: Partial<AutomationDraft>) => void;
  problems: Readonly<Record<string, string>>;
  isSettled?: boolean;
}) {
  const { form: texts } = useTexts().automationsPage;
  const choices = useAudienceChoices();
  const groups = useQuery(unsubscribeGroups);
  return (
    <>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={draft.name}
        maxLength={TEXT_MAX}
        error={problems['automation_name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {isSettled && <p className="soft">{texts.settled}</p>}
      {!isSettled && (
        <>
          <Select
            label={texts.audience}
            description={texts.audienceHint}
            data={choices}
            value={draft.audience}
            onChange={(audience) => change({ audience })}
            searchable
            error={problems['automation_for']}
          />
          <Radio.Group label={texts.type} value={draft.type} onChange={(type) => change({ type })}>
            <Stack gap="xs" mt="xs">
              {TYPES.map((value) => (
                <Radio key={value} value={value} label={texts.types[value]} />
              ))}
            </Stack>
          </Radio.Group>
          {groups.data && groups.data.length > 1 && (
            <GroupSelect
              value={draft.group ?? groups.data[0]!.id}
              choose={(group) => change({ group })}
              error={problems['unsubscribe_group_id']}
            />
          )}
          <Switch
            label={texts.exit}
            checked={draft.leaves}
            onChange={(event) => change({ leaves: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
