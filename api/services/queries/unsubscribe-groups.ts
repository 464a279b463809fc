import { UnsubscribeGroup } from '../../../common/models/unsubscribe-groups.ts';

export async function isGroupThere(userId: number, groupId: number): Promise<boolean> {
  return (await UnsubscribeGroup.of(userId).findOne({ _id: groupId }, { projection: { _id: 1 } })) !== null;
}
