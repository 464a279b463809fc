import { useNavigate } from '@tanstack/react-router';
import { FormModal } from '../../app/form-modal.tsx';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import { useKeyedCall } from '../../app/use-keyed-call.ts';
import { api } from '../../data/client.ts';
import { firstGroup } from '../../data/first-group.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { type AutomationDraft, AutomationFields } from './automation-fields.tsx';

const BLANK: AutomationDraft = { name: '', audience: null, type: 'welcome', group: null, leaves: false };

export function NewAutomation({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { automationsPage, campaignsPage } = useTexts();
  const { form: texts } = automationsPage;
  const navigate = useNavigate();
  const create = useKeyedCall((input: Parameters<typeof api.automationCreate>[0], idempotencyKey) =>
    api.automationCreate(input, { idempotencyKey }),
  );
  const { values, put, problems, modal } = useForm({
    draft: formDraft('automation'),
    title: texts.title,
    initial: BLANK,
    isOpen,
    isNew: true,
    save: async ({ type, name, audience, group, leaves }) =>
      create({
        type,
        automation_name: name,
        automation_for: audience,
        unsubscribe_group_id:
          group ?? (await firstGroup(campaignsPage.groupName, campaignsPage.groupDescription)),
        exit_criteria: leaves ? 1 : 0,
      }),
    saved: async ({ utr }) => {
      close();
      await navigate({ to: '/automations/$utr', params: { utr } });
      await queries.invalidateQueries({ queryKey: ['automations'] });
    },
  });
  return (
    <FormModal {...modal} close={close} submit={texts.create}>
      <AutomationFields draft={values} change={put} problems={problems} />
    </FormModal>
  );
}
