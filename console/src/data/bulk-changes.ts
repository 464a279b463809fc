import { queryOptions } from '@tanstack/react-query';
import type { BulkChange } from '../../../client/src/index.ts';
import { api } from './client.ts';

/** Milliseconds between two looks at a change that is under way. */
const LOOK_MS = 1000;
/** Changes that are shown after their end. */
const RECENT = 3;

const MOVING: readonly string[] = ['counting', 'running'];

/** A change that is being prepared. */
export const bulkChangeQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['bulk-changes', id],
    queryFn: ({ signal }) => api.bulkChangeDetails({ id: id! }, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => (!data || MOVING.includes(data.state) ? LOOK_MS : false),
  });

/** The changes that are under way or were given up, and the last that ended, newest first. */
export const bulkChangesQuery = queryOptions({
  queryKey: ['bulk-changes'],
  queryFn: ({ signal }) => api.bulkChangeList({}, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.some(isMoving) ? LOOK_MS : false),
});

export const isMoving = ({ state }: BulkChange): boolean => MOVING.includes(state);

export const shownChanges = (all: readonly BulkChange[]): readonly BulkChange[] =>
  all
    .filter(({ state }) => state !== 'counting' && state !== 'ready')
    .toReversed()
    .filter((one, at) => isMoving(one) || at < RECENT);
