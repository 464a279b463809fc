import { Button, Group, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent, FormEvent, KeyboardEvent } from 'react';
import { problemOf } from '../data/problems.ts';
import { useTexts } from '../texts/texts.ts';
import { OfferedDraftNote } from './offered-draft.tsx';
import { TEXT_MAX, useOpenProblems } from './typed-fields.tsx';
import { useForm } from './use-form.ts';

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
  draft,
  add,
}: {
  label: string;
  hint: string;
  button: string;
  /** Name of the input in the contract; its problem is shown at the field. */
  input: string;
  /** Several lines may be pasted, such as a column of addresses. */
  isList?: boolean;
  /** Names what is written on the device until it is added. */
  draft: string;
  add: (typed: string) => Promise<unknown>;
}) {
  const texts = useTexts();
  const form = useForm({
    draft,
    title: button,
    // Its name is that of the drafts that are kept.
    initial: { typed: '' },
    isNew: true,
    save: ({ typed }) => add(typed),
  });
  const { mutation: adding, kept } = form;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    adding.mutate();
  };
  const { [input]: problem } = useOpenProblems(
    { [input]: form.values.typed },
    adding.isError ? { [input]: problemOf(adding.error, texts) } : {},
  );
  const field = {
    flex: '1 1 14rem',
    maw: '22rem',
    label,
    description: hint,
    value: form.values.typed,
    error: problem,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.put({ typed: event.currentTarget.value }),
  };
  return (
    <form onSubmit={send} noValidate>
      <OfferedDraftNote offer={kept.offer} isParted={kept.isParted} />
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
