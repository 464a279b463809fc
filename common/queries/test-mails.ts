import type { JobPayloads } from '../jobs/catalogue.ts';
import { TestMail } from '../models/test-mails.ts';
import { createDueFinder } from './due-finder.ts';

const AT_ONCE = 100;

export const dueTest = (at: Date) => ({ due_at: { $lte: at } }) as const;

const findDue = createDueFinder(TestMail, { fields: { user_id: 1 }, sort: { due_at: 1 } });

export async function dueTests(at: Date): Promise<JobPayloads['send-test'][]> {
  const due = await findDue(dueTest(at), AT_ONCE);
  return due.map(({ _id, user_id }) => ({ testId: _id, userId: user_id }));
}
