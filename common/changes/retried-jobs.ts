import { JobFailure } from '../models/job-failures.ts';
import { resumeMailing } from './mailings.ts';

/**
 * Lets a job that was given up be tried again: its failures are forgotten, and the sweep rings for it within seconds. A mailing that stands
 * still because of it goes on. `waits`: its owner has to decide, such as on a send that never began. `gone`: no such job is given up.
 */
export async function retryJob(id: string): Promise<'done' | 'waits' | 'gone'> {
  const found = await JobFailure.findOne({ _id: id, given_up_at: { $type: 'date' } });
  if (!found) return 'gone';
  if (found.next_at === null && !(await resumeMailing(found.subject, ['failed']))) return 'waits';
  await JobFailure.deleteOne({ _id: id });
  return 'done';
}
