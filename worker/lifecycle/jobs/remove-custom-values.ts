import { removeFieldValues } from '../../../common/changes/field-removals.ts';
import { FieldRemoval } from '../../../common/models/field-removals.ts';
import { everywhere } from '../../../common/store/everywhere.ts';
import { sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';
import { beginTurn } from '../../runtime/turn.ts';

/** Removes the values of all deleted custom fields of an account, from the last checkpoint on. */
export default defineJob('remove-custom-values', {
  doing: 'Removing the values of deleted fields',
  due: {
    signs: [sign(FieldRemoval)],
    find: async () =>
      (await everywhere(FieldRemoval, 'sweep').distinct('user_id')).map((userId) => ({ userId })),
  },
  async run({ userId }, worker: Pick<WorkerContext, 'stopping'>) {
    const isDone = await removeFieldValues(userId, beginTurn('remove-custom-values', worker));
    return isDone ? undefined : 'more';
  },
});
