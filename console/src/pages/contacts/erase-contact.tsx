import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../data/client.ts';
import { problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const isSame = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase('en') === other.trim().toLocaleLowerCase('en');

/** Erases a person. Nothing brings the data back, so the person at the console types the address. */
export function EraseContact({ email, close }: { email: string; close: () => void }) {
  const texts = useTexts();
  const { erasing } = texts;
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const erase = useMutation({
    mutationFn: () => api.contactErase({ email }),
    onSuccess: async () => {
      close();
      notifications.show({ message: erasing.begun(email) });
      await navigate({ to: '/contacts' });
      await queries.invalidateQueries();
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={erasing.title(email)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack>
        <div>
          <p>{erasing.what}</p>
          <ul>
            {erasing.consequences.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <p>
            <strong>{erasing.forGood}</strong>
          </p>
        </div>
        <TextInput
          label={erasing.type(email)}
          value={typed}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {erase.isError && <p role="alert">{problemOf(erase.error, texts)}</p>}
        <Group>
          <Button variant="default" onClick={close}>
            {erasing.keep}
          </Button>
          <Button
            color="red.9"
            disabled={!isSame(typed, email)}
            loading={erase.isPending}
            onClick={() => erase.mutate()}
          >
            {erasing.yes}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
