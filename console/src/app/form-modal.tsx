import { Button, Stack } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { fieldProblems, problemOf } from '../data/problems.ts';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';
import { SAVES } from './keys.ts';
import { OfferedDraftNote } from './offered-draft.tsx';
import type { OfferedDraft } from './use-kept-draft.ts';

/** The dialog opens with the focus on its first field, unless it names another, and not on the button that closes it. */
function beginAtFirst(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]')) return;
  form
    ?.querySelector(
      ':is(input, select, textarea):enabled:not([hidden], [type=hidden], [type=file], [type=radio]:not(:checked))',
    )
    ?.setAttribute('data-autofocus', 'true');
}

/** Stays open while it is sent. Problems of inputs are shown at their fields, others above the button. */
export function FormModal({
  isOpen,
  close,
  title,
  submit,
  isGrave = false,
  mutation,
  kept,
  children,
}: {
  isOpen: boolean;
  close: () => void;
  title: string;
  submit: string;
  isGrave?: boolean;
  mutation: UseMutationResult<unknown, Error, void>;
  /** The draft of an earlier visit, from `useForm`. Null: a form that keeps nothing. */
  kept: { readonly offer: OfferedDraft | null; readonly isParted: boolean } | null;
  children: ReactNode;
}) {
  const texts = useTexts();
  const send = (event: FormEvent): void => {
    event.preventDefault();
    mutation.mutate();
  };
  // An answer that comes after the dialog was left would still act.
  const leave = (): void => {
    if (!mutation.isPending) close();
  };
  const isOther = mutation.isError && Object.keys(fieldProblems(mutation.error)).length === 0;
  return (
    <Dialog opened={isOpen} onClose={leave} title={title}>
      <form ref={beginAtFirst} onSubmit={send} noValidate>
        <Stack>
          {kept && <OfferedDraftNote offer={kept.offer} isParted={kept.isParted} />}
          {children}
          {isOther && <p role="alert">{problemOf(mutation.error, texts)}</p>}
          <Button
            type="submit"
            {...(submit === texts.save && SAVES)}
            loading={mutation.isPending}
            {...(isGrave && { color: 'red.9' })}
          >
            {submit}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
