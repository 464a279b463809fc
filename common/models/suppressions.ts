import { model, Schema } from 'mongoose';

/** Why an address gets nothing more: it said so, or its server refused it for good. */
export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced'] as const;

/**
 * An address that gets nothing more: of the whole account (`unsubscribe_groups_id` null) or of one group.
 * The contract's unsubscribers and group recipients are the rows with reason `unsubscribed`.
 */
export interface SuppressionDocument {
  _id: number;
  user_id: number;
  unsubscribe_groups_id: number | null;
  reason: (typeof SUPPRESSION_REASONS)[number];
  email_address: string;
  email_norm: string;
  created_at: Date;
  updated_at: Date;
}

const schema = new Schema<SuppressionDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    unsubscribe_groups_id: { type: Number, default: null },
    reason: { type: String, required: true, enum: SUPPRESSION_REASONS },
    email_address: { type: String, required: true },
    email_norm: { type: String, required: true },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'suppressions', versionKey: false, strict: 'throw' },
);
// Kept once; its first two fields answer "which of these 500 addresses are suppressed".
schema.index({ user_id: 1, email_norm: 1, reason: 1, unsubscribe_groups_id: 1 }, { unique: true });
// Lists: global entries, and those of one group.
schema.index({ user_id: 1, reason: 1, unsubscribe_groups_id: 1, _id: 1 });

export const Suppression = model<SuppressionDocument>('Suppression', schema);
