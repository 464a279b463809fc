import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormModal } from '../../app/form-modal.tsx';
import { notifications } from '../../app/notes.tsx';
import { type Email, emailInputOf } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { type Wait, WaitFields } from './wait-fields.tsx';

export function ChangeWait({ email, close }: { email: Email; close: () => void }) {
  const { wait: texts } = useTexts().automationsPage;
  const [wait, setWait] = useState<Wait>(email);
  const { waiting_type, waiting_period } = wait;
  const save = useMutation({
    mutationFn: () => api.automationScheduleUpdate({ ...emailInputOf(email), waiting_type, waiting_period }),
    onSuccess: async () => {
      notifications.show({ message: texts.saved });
      close();
      await queries.invalidateQueries({ queryKey: ['automations'] });
    },
  });
  return (
    <FormModal isOpen close={close} title={texts.title} submit={texts.save} mutation={save}>
      <WaitFields wait={wait} change={setWait} problem={fieldProblems(save.error)['waiting_period']} />
    </FormModal>
  );
}
