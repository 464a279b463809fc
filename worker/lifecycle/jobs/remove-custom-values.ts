import { removeFieldValues } from '../../../common/changes/field-removals.ts';
import { FieldRemoval, type FieldRemovalDocument } from '../../../common/models/field-removals.ts';
import { everywhere } from '../../../common/store/everywhere.ts';
import { sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';

/** Removes the values of a deleted custom field from its account's contacts, from the last checkpoint on. */
export default defineJob('remove-custom-values', {
  doing: 'Removing the values of a deleted field',
  due: {
    signs: [sign(FieldRemoval)],
    find: async () =>
      (
        await everywhere(FieldRemoval, 'sweep')
          .find()
          .project<Pick<FieldRemovalDocument, '_id' | 'user_id'>>({ user_id: 1 })
          .toArray()
      ).map(({ _id, user_id }) => ({ customFieldId: _id, userId: user_id })),
  },
  async run({ customFieldId, userId }, { stopping }: Pick<WorkerContext, 'stopping'>) {
    await removeFieldValues(userId, customFieldId, () => stopping.aborted);
  },
});
