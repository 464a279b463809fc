import { JobFailure } from '../../../common/models/job-failures.ts';
import { type Deleting, removeAll } from './deleting.ts';

/** Removes what is known of jobs that failed about something: their reasons may name an address. */
export const removeFailures = (subjects: readonly string[], deleting: Deleting): Promise<boolean> =>
  removeAll(JobFailure, { subject: { $in: [...subjects] } }, deleting);
