import { TestMail, type TestMailDocument } from '../models/test-mails.ts';
import { everywhere } from '../store/everywhere.ts';

const SWEEP_LIMIT = 100;

export const dueTest = (at: Date) => ({ due_at: { $lte: at } }) as const;

export const dueTests = (at: Date): Promise<{ testId: string; userId: number }[]> =>
  everywhere(TestMail, 'sweep')
    .find(dueTest(at))
    .project<Pick<TestMailDocument, '_id' | 'user_id'>>({ user_id: 1 })
    .limit(SWEEP_LIMIT)
    .map(({ _id, user_id }) => ({ testId: _id, userId: user_id }))
    .toArray();
