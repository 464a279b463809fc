import { Suppression } from '../models/suppressions.ts';
import { UnsubscribeGroup } from '../models/unsubscribe-groups.ts';
import { rows } from '../mongo.ts';

/** Whether an account has this group. */
export async function isGroupThere(userId: number, groupId: number): Promise<boolean> {
  const group = { user_id: userId, _id: groupId };
  return (await rows(UnsubscribeGroup).findOne(group, { projection: { _id: 1 } })) !== null;
}

/** How many addresses have unsubscribed from each of these groups of an account, by group id; counted on an index. */
export async function countUnsubscribed(
  userId: number,
  groupIds: readonly number[],
): Promise<Map<number, number>> {
  const counts = await rows(Suppression)
    .aggregate<{ _id: number; count: number }>(
      [
        {
          $match: { user_id: userId, reason: 'unsubscribed', unsubscribe_groups_id: { $in: [...groupIds] } },
        },
        { $group: { _id: '$unsubscribe_groups_id', count: { $sum: 1 } } },
      ],
      // The planner takes the other index, by address, for as good, and looks through all rows of the account.
      { hint: { user_id: 1, reason: 1, unsubscribe_groups_id: 1, _id: 1 } },
    )
    .toArray();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}
