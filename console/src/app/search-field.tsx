import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { SearchIcon } from './icons.tsx';
import { TEXT_MAX } from './typed-fields.tsx';

/** Milliseconds after the last key before the search starts. */
export const TYPING_MS = 200;

/** `search` gets the text when typing pauses. `initial`: the text of the address, for pages that keep it there. */
export function SearchField({
  label,
  search,
  initial = '',
}: {
  label: string;
  search: (text: string) => void;
  initial?: string;
}) {
  const [typed, setTyped] = useState(initial);
  const [settled] = useDebouncedValue(typed.trim(), TYPING_MS);
  const sent = useRef({ search, text: initial });
  const typedOn = useRef('');
  useEffect(() => {
    sent.current.search = search;
  }, [search]);
  useEffect(() => {
    // Once a link was clicked, this page stays until the next one is loaded. A search would lead back to it.
    if (sent.current.text === settled || typedOn.current !== location.pathname) return;
    sent.current.text = settled;
    sent.current.search(settled);
  }, [settled]);
  // The search was changed elsewhere, such as by a button that clears all filters.
  useEffect(() => {
    if (sent.current.text === initial) return;
    sent.current.text = initial;
    setTyped(initial);
  }, [initial]);
  return (
    <TextInput
      type="search"
      // Wide enough for its own words.
      flex={`1 1 max(16rem, ${label.length}ch + 3rem)`}
      maw="30rem"
      leftSection={<SearchIcon />}
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={TEXT_MAX}
      onChange={(event) => {
        typedOn.current = location.pathname;
        setTyped(event.currentTarget.value);
      }}
    />
  );
}
