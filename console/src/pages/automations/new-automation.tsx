import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { ApiError } from '../../../../client/src/index.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
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
  // A click that is made again after a failure makes no second automation.
  const key = useRef(crypto.randomUUID());
  const { values, put, problems, modal } = useForm({
    draft: formDraft('automation'),
    title: texts.title,
    initial: BLANK,
    isOpen,
    isNew: true,
    save: async ({ type, name, audience, group, leaves }) =>
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
    saved: async ({ utr }) => {
      close();
      await navigate({ to: '/automations/$utr', params: { utr } });
      await queries.invalidateQueries({ queryKey: ['automations'] });
    },
    failed: (error) => {
      // The request was refused, so the next one needs another idempotency key.
      if (error instanceof ApiError) key.current = crypto.randomUUID();
    },
  });
  return (
    <FormModal {...modal} close={close} submit={texts.create}>
      <AutomationFields draft={values} change={put} problems={problems} />
    </FormModal>
  );
}
