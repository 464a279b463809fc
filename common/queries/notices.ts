import { Notice } from '../models/notices.ts';

/** Notices that are due, as a filter. Of any account: the index is by account, and asked by it alone. */
export const dueNotice = (at: Date) =>
  ({ user_id: { $gt: 0 }, due_at: { $type: 'date', $lte: at } }) as const;

/** For the sweep: accounts with notices that are due. */
export const dueNotices = (at: Date): Promise<number[]> => Notice.distinct('user_id', dueNotice(at));
