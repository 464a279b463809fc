import { JobFailure } from '../../../common/models/job-failures.ts';
import { type DeletionTurn, removeAll } from './deleting.ts';

export const removeFailures = (subjects: readonly string[], deleting: DeletionTurn): Promise<boolean> =>
  removeAll(JobFailure, { subject: { $in: [...subjects] } }, deleting);
