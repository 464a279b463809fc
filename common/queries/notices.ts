import { Notice } from '../models/notices.ts';
import { everywhere } from '../store/everywhere.ts';

/** Over all accounts; `user_id` makes it fit the index. */
export const dueNotice = (at: Date) =>
  ({ user_id: { $gt: 0 }, due_at: { $type: 'date', $lte: at } }) as const;

export const dueNotices = (at: Date): Promise<number[]> =>
  everywhere(Notice, 'sweep').distinct('user_id', dueNotice(at));
