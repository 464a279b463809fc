import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TAG_MAX } from '../../../shared/tags.ts';
import { contactTags } from '../data/lists.ts';
import { useListOnFocus } from './select.tsx';

export interface TagFieldProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly change: (value: Value) => void;
  readonly error?: ReactNode;
}

/** Suggestions that are shown at once. */
export const SHOWN = 20;

/** One tag: one of the account's, or a new one. */
export function TagField({ label, value, change, error }: TagFieldProps<string>) {
  const tags = useQuery(contactTags);
  return (
    <Autocomplete
      flex={1}
      miw="11rem"
      label={label}
      data={[...(tags.data ?? [])]}
      limit={SHOWN}
      maxLength={TAG_MAX}
      value={value}
      error={error}
      onChange={change}
      {...useListOnFocus()}
    />
  );
}
