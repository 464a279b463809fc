import {
  type ChangedCell,
  ImportStep,
  type ImportStepDocument,
} from '../../../common/models/import-steps.ts';
import type { QuestionStore } from '../../http/slow-questions.ts';

/** Contact values that an import changed, before and after, as long as the import can be undone. */
export interface ImportedChange {
  readonly import_id: number;
  readonly contact_id: number;
  readonly cells: readonly ChangedCell[];
}

/** Maximum steps that are read; an import has one per thousand rows. */
const MOST_STEPS = 1000;

export async function importedChanges(
  userId: number,
  address: string,
  contactIds: readonly number[],
  asking: QuestionStore,
): Promise<ImportedChange[]> {
  const ids = [...contactIds];
  const steps = await asking
    .collection(ImportStep.of(userId))
    .aggregate<Pick<ImportStepDocument, 'import_id' | 'line' | 'changed'>>(
      [
        {
          $match: {
            $or: [{ 'changed.key': address }, { 'changed.id': { $in: ids } }],
          },
        },
        { $sort: { _id: 1 } },
        { $limit: MOST_STEPS },
        {
          $project: {
            import_id: 1,
            line: 1,
            changed: {
              $filter: {
                input: '$changed',
                as: 'one',
                cond: { $or: [{ $eq: ['$$one.key', address] }, { $in: ['$$one.id', ids] }] },
              },
            },
          },
        },
      ],
      asking.options(),
    )
    .toArray();
  // A retried batch has steps of each try; the last one counts.
  const changes = new Map<string, ImportedChange>();
  for (const { import_id, line, changed } of steps)
    for (const { id, cells } of changed)
      changes.set(`${import_id} ${line} ${id}`, { import_id, contact_id: id, cells });
  return [...changes.values()];
}
