import { JobFailure } from '../../../common/models/job-failures.ts';
import { type DeletionTurn, removeAll } from './deleting.ts';

/** Removes what is known of jobs that failed about something: their reasons may name an address. */
export const removeFailures = (subjects: readonly string[], deleting: DeletionTurn): Promise<boolean> =>
  removeAll(JobFailure, { subject: { $in: [...subjects] } }, deleting);
