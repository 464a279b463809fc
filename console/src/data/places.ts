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
  readonly iso2: string;
  /** In the language of the console. */
  readonly label: string;
}

/** The countries in the order of their names in the language of the console. The list is large: `isWanted` says when it is read. */
export function useCountries(isWanted = true): readonly Country[] {
  const language = useLanguage();
  const { data } = useQuery({ ...places, enabled: isWanted });
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return (data?.countries ?? [])
      .map(({ id, name, iso2 }) => ({
        id,
        name,
        iso2,
        label: language === 'en' ? name : (names.of(iso2) ?? name),
      }))
      .toSorted((one, other) => one.label.localeCompare(other.label, language));
  }, [data, language]);
}
