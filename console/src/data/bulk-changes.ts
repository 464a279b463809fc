import { queryOptions } from '@tanstack/react-query';
import type { BulkChange } from '../../../client/src/index.ts';
import { api } from './client.ts';

/** Milliseconds between two looks at a change that is under way. */
const LOOK_MS = 1000;
/** Milliseconds for which a change is shown after its end. */
const RECENT_MS = 24 * 3_600_000;

const MOVING: readonly string[] = ['counting', 'running'];

export const bulkChangeQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['bulk-changes', id],
    queryFn: ({ signal }) => api.bulkChangeDetails({ id: id! }, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => (!data || MOVING.includes(data.state) ? LOOK_MS : false),
  });

export const bulkChangesQuery = queryOptions({
  queryKey: ['bulk-changes'],
  queryFn: ({ signal }) => api.bulkChangeList({}, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.some(isMoving) ? LOOK_MS : false),
});

export const isMoving = ({ state }: BulkChange): boolean => MOVING.includes(state);

/** Changes that wait, are under way or were given up, and those that ended today, newest first. */
export const shownChanges = (all: readonly BulkChange[]): readonly BulkChange[] =>
  all
    .filter(({ state, contacts_done: done }) => state !== 'counting' && (state !== 'cancelled' || done > 0))
    .filter(({ finished_at: at }) => at === null || Date.now() - Date.parse(at) < RECENT_MS)
    .toReversed();
