import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { changedNames, pickFields } from '../data/changed-fields.ts';
import { saveInSession } from '../data/client.ts';
import { fieldProblems } from '../data/problems.ts';
import { type TextName, textFieldOf, useOpenProblems } from './typed-fields.tsx';
import { useKeptDraft } from './use-kept-draft.ts';

interface FormParts<Values, Answer> {
  /** Names the draft among those of the account. */
  readonly draft: string;
  /** Also names the draft before the person signs out. */
  readonly title: string;
  /** The stored values when the form opens. */
  readonly initial: Values;
  /** Whether its dialog is open. */
  readonly isOpen?: boolean;
  /** For new records: it is blank again after each save, unless something was typed meanwhile. */
  readonly isNew?: boolean;
  /** It mails people, so it is not made again after the person has signed in again. */
  readonly isMail?: boolean;
  readonly save: (values: Values) => Promise<Answer>;
  /** Called after a save. */
  readonly saved?: (answer: Answer, sent: Values) => unknown;
  /** The values as the service has stored them. By default those that were sent. */
  readonly storedOf?: (answer: Answer) => Values;
  readonly failed?: (error: Error) => unknown;
}

/** A form that a button saves. What is written is kept on the device until then, and offered when the form opens again. */
export function useForm<Values extends object, Answer>({
  draft,
  title,
  initial: given,
  isOpen = true,
  isNew = false,
  isMail = false,
  save,
  saved,
  storedOf,
  failed,
}: FormParts<Values, Answer>) {
  const [initial] = useState(given);
  const [values, setValues] = useState(initial);
  const isDone = useRef(false);
  const latest = useRef(values);
  latest.current = values;
  const put = (changed: Partial<Values>): void => {
    isDone.current = false;
    setValues((now) => ({ ...now, ...changed }));
  };
  const mutation = useMutation({
    mutationFn: async () => ({
      sent: values,
      answer: await (isMail ? save(values) : saveInSession(() => save(values))),
    }),
    onSuccess: async ({ sent, answer }) => {
      const typed = changedNames(sent, latest.current);
      isDone.current = typed.length === 0;
      const stored = storedOf?.(answer);
      if (stored) setValues((now) => ({ ...stored, ...pickFields(now, typed) }));
      if (!isNew) kept.saved(stored ?? sent);
      else if (isDone.current) {
        setValues(initial);
        kept.forget();
      } else kept.saved(initial);
      await saved?.(answer, sent);
    },
    ...(failed && { onError: failed }),
  });
  const kept = useKeptDraft<Values>({
    name: draft,
    draft: values,
    base: initial,
    isOpen,
    isNew,
    title,
    restore: put,
  });
  const open = useRef(kept);
  useEffect(() => {
    open.current = kept;
  });
  useEffect(
    () =>
      isOpen
        ? () => {
            if (!isDone.current) open.current.keep();
          }
        : undefined,
    [isOpen],
  );
  const problems = useOpenProblems(values, fieldProblems(mutation.error));
  return {
    values,
    put,
    problems,
    mutation,
    field: textFieldOf<TextName<Values>>(
      values as Readonly<Record<TextName<Values>, string>>,
      problems,
      (name, value) => put({ [name]: value } as Partial<Values>),
    ),
    kept,
    /** For `FormModal`. */
    modal: { isOpen, title, mutation, kept },
  };
}
