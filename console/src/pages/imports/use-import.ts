import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../data/client.ts';
import { contactTypes } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { isImportUnderWay, LOOK_MS } from './under-way.ts';

const importQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['import', id],
    queryFn: ({ signal }) => api.importDetails({ id: id! }, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isImportUnderWay(state.data) ? LOOK_MS : false),
  });

/** New contacts that dry runs found, and whether the rest of a file may have more. Null: not known yet. */
export function useNewPeople(
  trials: readonly number[],
): { readonly people: number; readonly isAtLeast: boolean } | null {
  const found = useQueries({ queries: trials.map(importQuery) }).map(({ data }) => data);
  if (found.length === 0 || found.some((one) => !one?.trial)) return null;
  return {
    people: found.reduce((sum, one) => sum + one!.rows_added, 0),
    isAtLeast: found.some((one) => !one!.trial!.whole),
  };
}

/**
 * An import, which is asked for again each second while it, or undoing it, is under way; at its end the sizes of audiences are read again. Null: none
 * is.
 */
export function useImport(id: number | null) {
  const found = useQuery(importQuery(id));
  const isOver = found.data !== undefined && !isImportUnderWay(found.data);
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: contactTypes.queryKey });
  }, [isOver]);
  return found;
}
