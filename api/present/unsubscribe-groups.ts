import { timestamp } from '../../common/domain/times.ts';
import type { UnsubscribeGroupDocument } from '../../common/models/unsubscribe-groups.ts';

export const presentUnsubscribeGroup = (group: UnsubscribeGroupDocument) => ({
  id: group._id,
  user_id: group.user_id,
  rand_id: group.rand_id,
  group_name: group.group_name,
  description: group.description,
  is_display: group.is_display,
  created_at: timestamp(group.created_at),
  updated_at: timestamp(group.updated_at),
});

export const presentCountedUnsubscribeGroup = (group: UnsubscribeGroupDocument, clients: number) => ({
  ...presentUnsubscribeGroup(group),
  unsubscribe_clients_count: clients,
});
