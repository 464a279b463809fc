import { removeFieldValues } from '../../common/changes/field-removals.ts';
import type { WorkerContext } from '../context.ts';
import { defineJob, later } from '../job.ts';

/** Removes the values of a deleted custom field from its account's contacts, from the last checkpoint on. */
export default defineJob('remove-custom-values', {
  doing: 'Removing the values of a deleted field',
  async run({ customFieldId }, { stopping }: Pick<WorkerContext, 'stopping'>) {
    await removeFieldValues(customFieldId, () => stopping.aborted);
  },
  giveUp: later,
});
