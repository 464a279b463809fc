import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface DateFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly choose: (value: string) => void;
}

/** A year that is being typed is not asked for before its last digit. */
export function DateField({ label, value, error, choose }: DateFieldProps) {
  const [typed, setTyped] = useState(value);
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      error={error}
      onChange={({ currentTarget: { value: next } }) => {
        setTyped(next);
        if (next === '' || next >= '1000') choose(next);
      }}
    />
  );
}
