import { JobFailure } from '../models/job-failures.ts';
import { rows } from '../mongo/connection.ts';

/** Forgets the failures of what was resumed, changed or deleted: its jobs are tried again, and failures count from zero. */
export async function forgetFailures(subjects: readonly string[]): Promise<void> {
  if (subjects.length > 0) await rows(JobFailure).deleteMany({ subject: { $in: [...subjects] } });
}
