import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../data/client.ts';
import { contactTypes } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { isImportUnderWay, LOOK_MS } from './under-way.ts';

/** It is asked for again each second while it, or undoing it, is under way. Null: none is. */
export const importQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['import', id],
    queryFn: ({ signal }) => api.importDetails({ id: id! }, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isImportUnderWay(state.data) ? LOOK_MS : false),
  });

/** An import, at whose end the sizes of audiences are read again. */
export function useImport(id: number | null) {
  const found = useQuery(importQuery(id));
  const isOver = found.data !== undefined && !isImportUnderWay(found.data);
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: contactTypes.queryKey });
  }, [isOver]);
  return found;
}
