import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** Countries, states and cities, which change only with a release. */
export const places = queryOptions({
  queryKey: ['places'],
  queryFn: ({ signal }) => api.placeList({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
