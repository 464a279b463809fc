import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, type KeyboardEvent, useState } from 'react';
import { fieldProblems, problemOf } from '../data/problems.ts';
import { useTexts } from '../texts/texts.ts';
import { TEXT_MAX } from './typed-fields.tsx';

/** Characters: 10,000 addresses of a usual length. */
const LIST_MAX = 500_000;

/** As in a field of one line. Shift and Enter begin a new line. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

export function AddLine({
  label,
  hint,
  button,
  input,
  isList = false,
  add,
}: {
  label: string;
  hint: string;
  button: string;
  /** Name of the input in the contract; its problem is shown at the field. */
  input: string;
  /** Several lines may be pasted, such as a column of addresses. */
  isList?: boolean;
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
  const field = {
    flex: '1 1 14rem',
    maw: '22rem',
    label,
    description: hint,
    value: typed,
    error: problem,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTyped(event.currentTarget.value),
  };
  return (
    <form onSubmit={send} noValidate>
      <Group align="flex-end">
        {isList ? (
          <Textarea
            {...field}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={LIST_MAX}
            onKeyDown={sendOnEnter}
          />
        ) : (
          <TextInput {...field} maxLength={TEXT_MAX} />
        )}
        <Button type="submit" variant="default" loading={adding.isPending}>
          {button}
        </Button>
      </Group>
    </form>
  );
}
