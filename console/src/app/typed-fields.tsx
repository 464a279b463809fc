import { TextInput, type TextInputProps } from '@mantine/core';
import { useRef, useState } from 'react';

/** The contract's default limit of characters. */
export const TEXT_MAX = 255;

/** The properties of a password's field, without its name and label. */
export const passwordField = (autoComplete: 'current-password' | 'new-password') =>
  ({ type: 'password', autoComplete, maxLength: 1024 }) as const;

interface TypedField<Name> extends Omit<TextInputProps, 'name' | 'value' | 'onChange'> {
  readonly name: Name;
}

/** Names of the values that are text. */
export type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

/** Draws a field for a value that is text. */
export const textFieldOf =
  <Name extends string>(
    values: Readonly<Record<Name, string>>,
    problems: Readonly<Record<string, string>>,
    put: (name: Name, value: string) => void,
  ) =>
  ({ name, ...props }: TypedField<Name>) => (
    <TextInput
      maxLength={TEXT_MAX}
      error={problems[name]}
      {...props}
      value={values[name]}
      onChange={(event) => put(name, event.currentTarget.value)}
    />
  );

/** The problems whose values are still those that were refused: a text about another value would mislead. */
export function useOpenProblems(
  values: object,
  problems: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const refused = useRef(new Map<string, unknown>());
  const given = new Map<string, unknown>(Object.entries(values));
  for (const name of refused.current.keys()) if (!Object.hasOwn(problems, name)) refused.current.delete(name);
  const open = Object.entries(problems).filter(([name]) => {
    if (!refused.current.has(name)) refused.current.set(name, given.get(name));
    return refused.current.get(name) === given.get(name);
  });
  return Object.fromEntries(open);
}

/** Keeps nothing on the device: for secrets, and for forms that keep their draft themselves. Others take `useForm`. */
export function useTyped<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  problems: Readonly<Record<string, string>>,
) {
  const [typed, setTyped] = useState(initial);
  const open = useOpenProblems(typed, problems);
  const field = textFieldOf<keyof Values & string>(typed, open, (name, value) =>
    setTyped((now) => ({ ...now, [name]: value })),
  );
  /** Leaves the other values as they are. */
  const put = (values: Partial<Values>): void => setTyped((now) => ({ ...now, ...values }));
  return { typed, field, put, clear: () => setTyped(initial) };
}
