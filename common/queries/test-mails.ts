import { TestMail } from '../models/test-mails.ts';

const SWEEP_LIMIT = 100;

/** Tests that are due, as a filter. */
export const dueTest = (at: Date) => ({ due_at: { $lte: at } }) as const;

/** For the sweep: these tests. */
export const dueTests = (at: Date): Promise<{ testId: string; userId: number }[]> =>
  TestMail.find(dueTest(at))
    .project<{ testId: string; userId: number }>({ _id: 0, testId: '$_id', userId: '$user_id' })
    .limit(SWEEP_LIMIT)
    .toArray();
