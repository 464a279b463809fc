import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLanguage } from '../texts/texts.ts';
import { api } from './client.ts';

/** Countries, states and cities, which change only with a release. */
export const places = queryOptions({
  queryKey: ['places'],
  queryFn: ({ signal }) => api.placeList({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

interface Country {
  readonly id: number;
  /** As the contract has it, in English. */
  readonly name: string;
  /** In the language of the console. */
  readonly label: string;
}

/** The countries in the order of their names in the language of the console. */
export function useCountries(): readonly Country[] {
  const language = useLanguage();
  const { data } = useQuery(places);
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return (data?.countries ?? [])
      .map(({ id, name, iso2 }) => ({
        id,
        name,
        label: language === 'en' ? name : (names.of(iso2) ?? name),
      }))
      .toSorted((one, other) => one.label.localeCompare(other.label, language));
  }, [data, language]);
}
