import { Suppression } from '../models/suppressions.ts';
import { UnsubscribeCount } from '../models/unsubscribe-counts.ts';
import { UnsubscribeGroup, type UnsubscribeGroupDocument } from '../models/unsubscribe-groups.ts';
import { countByRun, RUN_LENGTH } from '../queries/count-by-run.ts';
import { optOuts } from '../queries/opt-out-filters.ts';
import { type Counting, countsOf, markRuns, sumOf } from './run-counts.ts';

type GroupUnsubscribes = Pick<
  UnsubscribeGroupDocument,
  '_id' | 'user_id' | 'unsubscribes' | 'unsubscribes_dirty_at'
>;

const counting: Counting<GroupUnsubscribes, number> = {
  owners: UnsubscribeGroup,
  sum: 'unsubscribes',
  dirtyAt: 'unsubscribes_dirty_at',
  runs: UnsubscribeCount,
  ownerField: 'unsubscribe_groups_id',
  length: RUN_LENGTH,
  count: ({ _id, user_id }, ids) =>
    countByRun(Suppression.of(user_id), optOuts(user_id, _id), ids, {
      user_id: 1,
      reason: 1,
      unsubscribe_groups_id: 1,
      _id: 1,
    }),
  total: sumOf,
};

/** Call it *before* opt-outs of a group are added or removed; see {@link markRuns}. */
export const markUnsubscribes = (
  userId: number,
  groupId: number,
  suppressionIds: readonly number[],
): Promise<void> => markRuns(counting, { user_id: userId, _id: groupId }, suppressionIds);

export const countUnsubscribes = countsOf(counting);
