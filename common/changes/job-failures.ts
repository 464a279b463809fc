import { JobFailure } from '../models/job-failures.ts';

/** Forgets the failures of what was resumed, changed or deleted: its jobs are tried again, and failures count from zero. */
export async function forgetFailures(subjects: readonly string[]): Promise<void> {
  if (subjects.length > 0) await JobFailure.deleteMany({ subject: { $in: [...subjects] } });
}
