import { TagsInput as MantineTagsInput, type TagsInputProps } from '@mantine/core';
import { useListOnFocus } from './select.tsx';

export const TagsInput = ({ onFocus, ...props }: TagsInputProps) => (
  <MantineTagsInput {...props} {...useListOnFocus(onFocus)} />
);
