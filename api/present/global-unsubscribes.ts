import { timestamp } from '../../common/domain/times.ts';
import type { SuppressionDocument } from '../../common/models/suppressions.ts';

export const presentUnsubscriber = (row: SuppressionDocument) => ({
  id: row._id,
  user_id: row.user_id,
  unsubscribe_groups_id: row.unsubscribe_groups_id,
  email_address: row.email_address,
  created_at: timestamp(row.created_at),
  updated_at: timestamp(row.updated_at),
});
