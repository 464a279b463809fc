import { timestamp } from '../../common/domain/times.ts';
import type { SuppressionDocument, SuppressionReason } from '../../common/models/suppressions.ts';

/** Opt-outs of people are in other lists. */
export type ListedReason = Exclude<SuppressionReason, 'unsubscribed'>;

export const presentSuppression = (row: SuppressionDocument) => ({
  id: row._id,
  email: row.email_address,
  reason: row.reason as ListedReason,
  class: row.class ?? (row.reason === 'bounced' ? 'unknown' : null),
  reply: row.reply ?? null,
  utr: row.utr ?? null,
  state: row.state ?? 'active',
  created_at: timestamp(row.created_at),
});
