import type { SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '../../app/select.tsx';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';
import type { TrialContact } from './mail-trial.ts';

/** Milliseconds after the last key before contacts are looked for. */
const TYPING_MS = 200;
const OFFERED = 20;
export const ANYBODY = '';

export const contactOf = (value: string): TrialContact =>
  value === ANYBODY ? {} : { contact_id: Number(value) };

interface ContactSelectProps
  extends Pick<SelectProps, 'label' | 'description' | 'placeholder' | 'clearable'> {
  readonly value: string;
  readonly choose: (value: string, email: string) => void;
}

/** Finds contacts while one types. Unless its words are given, it is the choice of whose mail a preview shows. */
export function ContactSelect({ value, choose, ...words }: ContactSelectProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useQuery({
    queryKey: ['contacts-offered', search],
    queryFn: ({ signal }) =>
      api.contactList({ limit: OFFERED, ...(search !== '' && { search }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const people = (found.data ?? []).map(({ id, email }) => ({ value: String(id), label: email }));
  return (
    <Select
      flex="1 1 16rem"
      maw="24rem"
      label={texts.previewAs}
      placeholder={texts.anybody}
      data={people}
      value={value === ANYBODY ? null : value}
      onChange={(id, chosen) => choose(id ?? ANYBODY, chosen?.label ?? '')}
      onSearchChange={(text) => setTyped(people.some(({ label }) => label === text) ? '' : text)}
      // The service has found them by more than their labels.
      filter={({ options }) => options}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.anybody }}
      {...words}
    />
  );
}
