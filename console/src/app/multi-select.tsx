import { MultiSelect as MantineMultiSelect, type MultiSelectProps } from '@mantine/core';
import { useListOnFocus } from './select.tsx';

export const MultiSelect = ({ onFocus, ...props }: MultiSelectProps) => (
  <MantineMultiSelect {...props} {...useListOnFocus(onFocus)} />
);
