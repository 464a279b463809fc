import { removeFieldValues } from '../../../common/changes/field-removals.ts';
import { FieldRemoval } from '../../../common/models/field-removals.ts';
import { ofAllAccounts, sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';

/** Removes the values of a deleted custom field from its account's contacts, from the last checkpoint on. */
export default defineJob('remove-custom-values', {
  doing: 'Removing the values of a deleted field',
  due: {
    signs: [sign(FieldRemoval)],
    find: async () =>
      (await ofAllAccounts(FieldRemoval)).map(({ _id, user_id }) => ({
        customFieldId: _id,
        userId: user_id,
      })),
  },
  async run({ customFieldId, userId }, { stopping }: Pick<WorkerContext, 'stopping'>) {
    await removeFieldValues(userId, customFieldId, () => stopping.aborted);
  },
});
