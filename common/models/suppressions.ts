import { model } from 'mongoose';
import { collection } from './collection.ts';

/** Why an address gets nothing more: it said so, or its server refused it for good. */
export type SuppressionReason = 'unsubscribed' | 'bounced';

/**
 * An address that gets nothing more: of the whole account (`unsubscribe_groups_id` null) or of one group.
 * The contract's unsubscribers and group recipients are the rows with reason `unsubscribed`.
 */
export interface SuppressionDocument {
  _id: number;
  user_id: number;
  unsubscribe_groups_id: number | null;
  reason: SuppressionReason;
  email_address: string;
  email_norm: string;
  created_at: Date;
  updated_at: Date;
}

const schema = collection<SuppressionDocument>('suppressions');
// Kept once; its first two fields answer "which of these 500 addresses are suppressed".
schema.index({ user_id: 1, email_norm: 1, reason: 1, unsubscribe_groups_id: 1 }, { unique: true });
// Lists: global entries, and those of one group.
schema.index({ user_id: 1, reason: 1, unsubscribe_groups_id: 1, _id: 1 });

export const Suppression = model<SuppressionDocument>('Suppression', schema);
