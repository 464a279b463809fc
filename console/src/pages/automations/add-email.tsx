import { Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Dialog } from '../../app/dialog.tsx';
import { FormModal } from '../../app/form-modal.tsx';
import { SenderSelect } from '../../app/mail-selects.tsx';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import type { Automation } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import { senders, templates } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { type Wait, WaitFields } from './wait-fields.tsx';

/** The blank template: an email begins without content, and is held until it has some. */
const BLANK_TEMPLATE = 1;

interface AddEmailProps {
  readonly automation: Automation;
  /** By default, the first email is sent immediately, and others a day after the email before. */
  readonly isFirst: boolean;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Adds an email to the end of an automation, and leads to where its content is written. */
export function AddEmail({ automation, isFirst, isOpen, close }: AddEmailProps) {
  const texts = useTexts();
  const { email } = texts.automationsPage;
  const from = useQuery(senders);
  if (isOpen && from.data?.length === 0)
    return (
      <Dialog opened onClose={close} title={email.add}>
        <Stack>
          <p>{email.needsSender}</p>
          <Button component={Link} to="/settings">
            {email.toSettings}
          </Button>
        </Stack>
      </Dialog>
    );
  if (!isOpen || !from.data) return null;
  const sender = from.data.find((one) => one.is_verified === 1) ?? from.data[0]!;
  return <AddForm automation={automation} isFirst={isFirst} sender={sender.id} close={close} />;
}

interface EmailFormProps extends Omit<AddEmailProps, 'isOpen'> {
  readonly sender: number;
}

function AddForm({ automation, isFirst, sender, close }: EmailFormProps) {
  const { email: texts } = useTexts().automationsPage;
  const navigate = useNavigate();
  const designs = useQuery(templates);
  const { utr } = automation;
  const wait: Wait = { waiting_type: isFirst ? 'instantly' : 'days', waiting_period: 1 };
  const { values, put, problems, modal } = useForm({
    draft: formDraft('automation-email', utr),
    title: texts.add,
    initial: { subject: '', sender_id: sender, ...wait },
    isNew: true,
    save: (sending) =>
      api.automationScheduleCreate(
        {
          utr,
          ...sending,
          template_id: BLANK_TEMPLATE,
          preview_img: designs.data?.find(({ id }) => id === BLANK_TEMPLATE)?.preview_image ?? '',
        },
        { idempotencyKey: crypto.randomUUID() },
      ),
    saved: async ({ utr: email }) => {
      close();
      await queries.invalidateQueries({ queryKey: ['automations'] });
      await navigate({ to: '/automations/$utr/emails/$email', params: { utr, email } });
    },
  });
  return (
    <FormModal {...modal} close={close} submit={texts.create}>
      <TextInput
        label={texts.subject}
        description={texts.subjectHint}
        value={values.subject}
        maxLength={998}
        data-autofocus
        error={problems['subject']}
        onChange={(event) => put({ subject: event.currentTarget.value })}
      />
      <SenderSelect
        value={values.sender_id}
        choose={(sender_id) => put({ sender_id })}
        error={problems['sender_id']}
      />
      <WaitFields wait={values} change={put} problem={problems['waiting_period']} />
    </FormModal>
  );
}
