import { FormModal } from '../../app/form-modal.tsx';
import { notifications } from '../../app/notes.tsx';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import { type Email, emailInputOf } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { type Wait, WaitFields } from './wait-fields.tsx';

export function ChangeWait({ email, close }: { email: Email; close: () => void }) {
  const { wait: texts } = useTexts().automationsPage;
  const { waiting_type, waiting_period } = email;
  const { values, put, problems, modal } = useForm<Wait, unknown>({
    draft: formDraft('wait', email.utr),
    title: texts.title,
    initial: { waiting_type, waiting_period },
    save: (wait) => api.automationScheduleUpdate({ ...emailInputOf(email), ...wait }),
    saved: async () => {
      notifications.show({ message: texts.saved });
      close();
      await queries.invalidateQueries({ queryKey: ['automations'] });
    },
  });
  return (
    <FormModal {...modal} close={close} submit={texts.save}>
      <WaitFields wait={values} change={put} problem={problems['waiting_period']} />
    </FormModal>
  );
}
