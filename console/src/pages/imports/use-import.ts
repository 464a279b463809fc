import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/client.ts';
import { isImportUnderWay, LOOK_MS } from './under-way.ts';

/** An import, which is asked for again each second while it, or undoing it, is under way. Null: none is. */
export const useImport = (id: number | null) =>
  useQuery({
    queryKey: ['import', id],
    queryFn: ({ signal }) => api.importDetails({ id: id! }, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isImportUnderWay(state.data) ? LOOK_MS : false),
  });
