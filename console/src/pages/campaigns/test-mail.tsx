import { Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MailButton } from '../../app/mail-button.tsx';
import { notifications } from '../../app/notes.tsx';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';

/** Sends a test of a mail to an address. `send` returns false if there was nothing to send. */
export function TestMail({ send }: { send: (to: string) => Promise<boolean> }) {
  const texts = useTexts();
  const { compose } = texts.campaignsPage;
  const { email } = useSession();
  const [to, setTo] = useState(email);
  const sending = useMutation({
    mutationFn: () => send(to),
    onSuccess: (isSent) => isSent && notifications.show({ message: compose.testSent(to) }),
  });
  const problem = sending.isError
    ? (fieldProblems(sending.error)['email_address'] ?? problemOf(sending.error, texts))
    : null;
  return (
    <Group align="flex-end" mt="md">
      <TextInput
        flex="1 1 16rem"
        maw="24rem"
        label={compose.testTo}
        description={compose.testHint}
        value={to}
        error={problem}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <MailButton variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
        {compose.testSend}
      </MailButton>
    </Group>
  );
}
