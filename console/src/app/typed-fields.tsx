import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

/** The contract's default limit of characters. */
export const TEXT_MAX = 255;

interface TypedField<Name> extends Omit<TextInputProps, 'name' | 'value' | 'onChange'> {
  readonly name: Name;
}

export function useTyped<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  problems: Readonly<Record<string, string>>,
) {
  const [typed, setTyped] = useState(initial);
  const field = ({ name, ...props }: TypedField<keyof Values & string>) => (
    <TextInput
      maxLength={TEXT_MAX}
      error={problems[name]}
      {...props}
      value={typed[name]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setTyped((now) => ({ ...now, [name]: value }));
      }}
    />
  );
  /** Leaves the other values as they are. */
  const put = (values: Partial<Values>): void => setTyped((now) => ({ ...now, ...values }));
  return { typed, field, put, clear: () => setTyped(initial) };
}
