import { JobFailure } from '../models/job-failures.ts';
import { Mailing } from '../models/mailings.ts';
import { everywhere } from '../store/everywhere.ts';
import { resumeMailing } from './mailings.ts';

/** Call it for jobs that were resumed, changed or deleted: they are tried again, and their failures count from zero. */
export async function forgetFailures(subjects: readonly string[]): Promise<void> {
  if (subjects.length > 0) await JobFailure.deleteMany({ subject: { $in: [...subjects] } });
}

async function resumeSubject(key: string): Promise<boolean> {
  const mailing = await everywhere(Mailing, 'operator').findOne({ _id: key }, { projection: { user_id: 1 } });
  return mailing !== null && resumeMailing(mailing.user_id, key, ['failed']);
}

/**
 * Retries a job that was given up: its failures are deleted, and the sweep rings for it within seconds. A mailing that it paused resumes.
 * `waits`: its owner has to decide, for example about a send that never began. `gone`: no such job was given up.
 */
export async function retryJob(id: string): Promise<'done' | 'waits' | 'gone'> {
  const found = await JobFailure.findOne({ _id: id, given_up_at: { $type: 'date' } });
  if (!found) return 'gone';
  if (found.next_at === null && !(await resumeSubject(found.subject))) return 'waits';
  await JobFailure.deleteOne({ _id: id });
  return 'done';
}
