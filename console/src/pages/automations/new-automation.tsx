import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError } from '../../../../client/src/index.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { api } from '../../data/client.ts';
import { firstGroup } from '../../data/first-group.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { type AutomationDraft, AutomationFields } from './automation-fields.tsx';

const BLANK: AutomationDraft = { name: '', audience: null, type: 'welcome', group: null, leaves: false };

export function NewAutomation({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { automationsPage, campaignsPage } = useTexts();
  const { form: texts } = automationsPage;
  const navigate = useNavigate();
  const [draft, setDraft] = useState(BLANK);
  // A click that is made again after a failure makes no second automation.
  const key = useRef(crypto.randomUUID());
  const create = useMutation({
    mutationFn: async () =>
      api.automationCreate(
        {
          type: draft.type,
          automation_name: draft.name,
          automation_for: draft.audience,
          unsubscribe_group_id:
            draft.group ?? (await firstGroup(campaignsPage.groupName, campaignsPage.groupDescription)),
          exit_criteria: draft.leaves ? 1 : 0,
        },
        { idempotencyKey: key.current },
      ),
    onSuccess: async ({ utr }) => {
      close();
      await navigate({ to: '/automations/$utr', params: { utr } });
      await queries.invalidateQueries({ queryKey: ['automations'] });
    },
    onError: (error) => {
      // The request was refused, so the next one needs another idempotency key.
      if (error instanceof ApiError) key.current = crypto.randomUUID();
    },
  });
  return (
    <FormModal isOpen={isOpen} close={close} title={texts.title} submit={texts.create} mutation={create}>
      <AutomationFields
        draft={draft}
        change={(fields) => setDraft((before) => ({ ...before, ...fields }))}
        problems={fieldProblems(create.error)}
      />
    </FormModal>
  );
}
