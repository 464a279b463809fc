import { type AutocompleteProps, Autocomplete as MantineAutocomplete } from '@mantine/core';
import { useListOnFocus } from './select.tsx';

export const Autocomplete = ({ onFocus, ...props }: AutocompleteProps) => (
  <MantineAutocomplete {...props} {...useListOnFocus(onFocus)} />
);
