import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../../client/src/index.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { notifications } from '../../app/notes.tsx';
import type { Automation } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { type AutomationDraft, AutomationFields } from './automation-fields.tsx';

const draftOf = (automation: Automation): AutomationDraft => ({
  name: automation.automation_name,
  audience:
    automation.automation_for === 0 ? null : `${automation.automation_for_table}${automation.automation_for}`,
  type: automation.automation_type === 1 ? 'welcome' : 'custom',
  group: automation.unsubscribe_group_id === '' ? null : Number(automation.unsubscribe_group_id),
  leaves: automation.exit_criteria === 1,
});

const nameless = (text: string): ApiError =>
  new ApiError({
    call: 'automationUpdate',
    status: 422,
    errors: { automation_name: [text] },
    hints: {},
    requestId: null,
    retryAfter: null,
  });

/** Renames an automation. Until it is turned on for the first time, its audience can be changed, too. */
export function ChangeAutomation({ automation }: { automation: Automation }) {
  const { automationsPage } = useTexts();
  const { form: texts } = automationsPage;
  const [isOpen, { open, close }] = useDisclosure();
  const [draft, setDraft] = useState(() => draftOf(automation));
  const { utr } = automation;
  const isSettled = automation.live_at !== null;
  const save = useMutation({
    mutationFn: async () => {
      // A blank input leaves the stored value unchanged.
      if (draft.name.trim() === '') throw nameless(texts.nameNeeded);
      return api.automationUpdate({
        utr,
        automation_name: draft.name,
        ...(!isSettled && {
          type: draft.type,
          exit_criteria: draft.leaves ? 1 : 0,
          ...(draft.audience !== null && { automation_for: draft.audience }),
          ...(draft.group !== null && { unsubscribe_group_id: draft.group }),
        }),
      });
    },
    onSuccess: async () => {
      close();
      notifications.show({ message: texts.changed });
      await queries.invalidateQueries({ queryKey: ['automations'] });
    },
  });
  const begin = (): void => {
    // As it is now: it may have been changed elsewhere.
    setDraft(draftOf(automation));
    save.reset();
    open();
  };
  return (
    <>
      <Button variant="default" onClick={begin}>
        {texts.change}
      </Button>
      <FormModal isOpen={isOpen} close={close} title={texts.changeTitle} submit={texts.save} mutation={save}>
        <AutomationFields
          draft={draft}
          change={(fields) => setDraft((before) => ({ ...before, ...fields }))}
          problems={fieldProblems(save.error)}
          isSettled={isSettled}
        />
      </FormModal>
    </>
  );
}
