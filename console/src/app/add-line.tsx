import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldProblems, problemOf } from '../data/problems.ts';
import { useTexts } from '../texts/texts.ts';
import { TEXT_MAX } from './typed-fields.tsx';

export function AddLine({
  label,
  hint,
  button,
  input,
  add,
}: {
  label: string;
  hint: string;
  button: string;
  /** Name of the input in the contract; its problem is shown at the field. */
  input: string;
  add: (typed: string) => Promise<unknown>;
}) {
  const texts = useTexts();
  const [typed, setTyped] = useState('');
  const adding = useMutation({ mutationFn: () => add(typed), onSuccess: () => setTyped('') });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    adding.mutate();
  };
  const problem = adding.isError
    ? (fieldProblems(adding.error)[input] ?? problemOf(adding.error, texts))
    : null;
  return (
    <form onSubmit={send} noValidate>
      <Group align="flex-end">
        <TextInput
          flex="1 1 14rem"
          maw="22rem"
          label={label}
          description={hint}
          value={typed}
          maxLength={TEXT_MAX}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={adding.isPending}>
          {button}
        </Button>
      </Group>
    </form>
  );
}
