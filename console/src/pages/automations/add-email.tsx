import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../app/dialog.tsx';
import { FormModal } from '../../app/form-modal.tsx';
import { SenderSelect } from '../../app/mail-selects.tsx';
import type { Automation } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import { senders, templates } from '../../data/lists.ts';
import { fieldProblems } from '../../data/problems.ts';
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
  const [subject, setSubject] = useState('');
  const [from, setFrom] = useState(sender);
  const [wait, setWait] = useState<Wait>({ waiting_type: isFirst ? 'instantly' : 'days', waiting_period: 1 });
  const { utr } = automation;
  const add = useMutation({
    mutationFn: () =>
      api.automationScheduleCreate(
        {
          utr,
          subject,
          sender_id: from,
          waiting_type: wait.waiting_type,
          waiting_period: wait.waiting_period,
          template_id: BLANK_TEMPLATE,
          preview_img: designs.data?.find(({ id }) => id === BLANK_TEMPLATE)?.preview_image ?? '',
        },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: async ({ utr: email }) => {
      close();
      await queries.invalidateQueries({ queryKey: ['automations'] });
      await navigate({ to: '/automations/$utr/emails/$email', params: { utr, email } });
    },
  });
  const problems = fieldProblems(add.error);
  return (
    <FormModal isOpen close={close} title={texts.add} submit={texts.create} mutation={add}>
      <TextInput
        label={texts.subject}
        description={texts.subjectHint}
        value={subject}
        maxLength={998}
        data-autofocus
        error={problems['subject']}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <SenderSelect value={from} choose={setFrom} error={problems['sender_id']} />
      <WaitFields wait={wait} change={setWait} problem={problems['waiting_period']} />
    </FormModal>
  );
}
