import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { removeFieldValues } from '../../common/queries/field-removals.ts';
import type { WorkerContext } from '../context.ts';

/** Removes the values of a deleted custom field from its account's contacts; goes on where it was left. */
export async function removeCustomValues(
  { customFieldId }: JobPayloads['remove-custom-values'],
  { stopping }: Pick<WorkerContext, 'stopping'>,
): Promise<void> {
  await removeFieldValues(customFieldId, () => stopping.aborted);
}
