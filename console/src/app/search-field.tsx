import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { SearchIcon } from './icons.tsx';
import { TEXT_MAX } from './typed-fields.tsx';

/** Milliseconds after the last key before the search starts. */
export const TYPING_MS = 200;

/** `search` gets the text when typing pauses. */
export function SearchField({ label, search }: { label: string; search: (text: string) => void }) {
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), TYPING_MS);
  useEffect(() => search(settled), [settled, search]);
  return (
    <TextInput
      type="search"
      flex="1 1 16rem"
      maw="30rem"
      leftSection={<SearchIcon />}
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={TEXT_MAX}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
