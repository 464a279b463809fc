import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { problemOf } from '../data/problems.ts';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';

interface TypeToConfirmProps {
  readonly title: string;
  readonly label: string;
  readonly keep: string;
  readonly yes: string;
  readonly isRight: (typed: string) => boolean;
  readonly mutation: { readonly error: Error | null; readonly isPending: boolean; mutate(): void };
  readonly close: () => void;
  /** The consequences. */
  readonly children: ReactNode;
}

/** Asks before an action that cannot be undone. The person types the name of the record. */
export function TypeToConfirm({
  title,
  label,
  keep,
  yes,
  isRight,
  mutation,
  close,
  children,
}: TypeToConfirmProps) {
  const texts = useTexts();
  const [typed, setTyped] = useState('');
  return (
    <Dialog opened onClose={close} title={title}>
      <Stack>
        {children}
        <TextInput
          label={label}
          value={typed}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {mutation.error && <p role="alert">{problemOf(mutation.error, texts)}</p>}
        <Group>
          <Button variant="default" onClick={close}>
            {keep}
          </Button>
          <Button
            color="red.9"
            disabled={!isRight(typed)}
            loading={mutation.isPending}
            onClick={() => mutation.mutate()}
          >
            {yes}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
