import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** Countries, which change only with a release. */
export const countries = queryOptions({
  queryKey: ['countries'],
  queryFn: async ({ signal }) => (await api.placeList({}, { signal })).countries,
  staleTime: Number.POSITIVE_INFINITY,
});
