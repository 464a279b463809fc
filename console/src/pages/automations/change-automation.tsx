import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ApiError } from '../../../../client/src/index.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { notifications } from '../../app/notes.tsx';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import type { Automation } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
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
  const { form: texts } = useTexts().automationsPage;
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.change}
      </Button>
      {/* Drawn again each time: the automation may have been changed elsewhere. */}
      {isOpen && <ChangeForm automation={automation} close={close} />}
    </>
  );
}

function ChangeForm({ automation, close }: { automation: Automation; close: () => void }) {
  const { form: texts } = useTexts().automationsPage;
  const { utr } = automation;
  const isSettled = automation.live_at !== null;
  const { values, put, problems, modal } = useForm({
    draft: formDraft('automation', utr),
    title: texts.changeTitle,
    initial: draftOf(automation),
    save: async (draft) => {
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
    saved: async () => {
      close();
      notifications.show({ message: texts.changed });
      await queries.invalidateQueries({ queryKey: ['automations'] });
    },
  });
  return (
    <FormModal {...modal} close={close} submit={texts.save}>
      <AutomationFields draft={values} change={put} problems={problems} isSettled={isSettled} />
    </FormModal>
  );
}
