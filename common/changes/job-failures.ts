import { JobFailure } from '../models/job-failures.ts';

/** Call it for jobs that were resumed, changed or deleted: they are tried again, and their failures count from zero. */
export async function forgetFailures(subjects: readonly string[]): Promise<void> {
  if (subjects.length > 0) await JobFailure.deleteMany({ subject: { $in: [...subjects] } });
}
