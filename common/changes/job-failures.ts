import { JobFailure } from '../models/job-failures.ts';
import { resumeMailing } from './mailings.ts';

/** Call it for jobs that were resumed, changed or deleted: they are tried again, and their failures count from zero. */
export async function forgetFailures(subjects: readonly string[]): Promise<void> {
  if (subjects.length > 0) await JobFailure.deleteMany({ subject: { $in: [...subjects] } });
}

/**
 * Retries a job that was given up: its failures are deleted, and the sweep rings for it within seconds. A mailing that it paused resumes.
 * `waits`: its owner has to decide, for example about a send that never began. `gone`: no such job was given up.
 */
export async function retryJob(id: string): Promise<'done' | 'waits' | 'gone'> {
  const found = await JobFailure.findOne({ _id: id, given_up_at: { $type: 'date' } });
  if (!found) return 'gone';
  if (found.next_at === null && !(await resumeMailing(found.subject, ['failed']))) return 'waits';
  await JobFailure.deleteOne({ _id: id });
  return 'done';
}
