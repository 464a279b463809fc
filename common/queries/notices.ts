import { Notice } from '../models/notices.ts';
import { rows } from '../mongo/connection.ts';

/** For the sweep: accounts with notices that are due. */
export const dueNotices = (at: Date): Promise<number[]> =>
  // Of any account: the index is by account, and asked by it alone.
  rows(Notice).distinct('user_id', { user_id: { $gt: 0 }, due_at: { $type: 'date', $lte: at } });
