import { Suppression } from '../models/suppressions.ts';
import { rows } from '../mongo.ts';

/** How many addresses have unsubscribed from each of these groups of an account, by group id; counted on an index. */
export async function countUnsubscribed(
  userId: number,
  groupIds: readonly number[],
): Promise<Map<number, number>> {
  const counts = await rows(Suppression)
    .aggregate<{ _id: number; count: number }>([
      { $match: { user_id: userId, reason: 'unsubscribed', unsubscribe_groups_id: { $in: [...groupIds] } } },
      { $group: { _id: '$unsubscribe_groups_id', count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}
