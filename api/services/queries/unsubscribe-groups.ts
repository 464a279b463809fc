import { UnsubscribeGroup } from '../../../common/models/unsubscribe-groups.ts';

export async function isGroupThere(userId: number, groupId: number): Promise<boolean> {
  const group = { user_id: userId, _id: groupId };
  return (await UnsubscribeGroup.findOne(group, { projection: { _id: 1 } })) !== null;
}
