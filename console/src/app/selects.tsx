import { type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { contactTypes } from '../data/lists.ts';
import { useCountries } from '../data/places.ts';
import { useTexts } from '../texts/texts.ts';
import { Select } from './select.tsx';

/** Countries that are shown at once; typing finds the others. */
const COUNTRIES_SHOWN = 50;

interface RecordSelectProps extends Pick<SelectProps, 'error' | 'flex' | 'maw'> {
  /** The id, as text. */
  readonly value: string | null;
  readonly choose: (id: string) => void;
}

const choices = (records: readonly { readonly id: number; readonly name: string }[] = []) =>
  records.map(({ id, name }) => ({ value: String(id), label: name }));

export function AudienceSelect({ value, choose, ...props }: RecordSelectProps) {
  const { contactsPage } = useTexts();
  const types = useQuery(contactTypes);
  return (
    <Select
      aria-required
      label={contactsPage.audience}
      data={choices(types.data)}
      value={value}
      onChange={(id) => id !== null && choose(id)}
      allowDeselect={false}
      {...props}
    />
  );
}

export function CountrySelect({ value, choose, ...props }: RecordSelectProps) {
  const { contactsPage } = useTexts();
  const countries = useCountries();
  return (
    <Select
      aria-required
      label={contactsPage.country}
      data={countries.map(({ id, label }) => ({ value: String(id), label }))}
      value={value}
      onChange={(id) => id !== null && choose(id)}
      searchable
      limit={COUNTRIES_SHOWN}
      {...props}
    />
  );
}
