import { collection, model } from '../store/collection.ts';

/** An account with a segment rule that asks, or once asked, when a contact was last sent a mail, opened or clicked one. */
export interface EngagementAccountDocument {
  /** The account's id. */
  _id: number;
  /** Engagement from before the first such rule is written from the ledger to contacts once: it is done up to this batch. */
  walked_to: number;
  /** Whether all of it is written. */
  walked: boolean;
}

const schema = collection<EngagementAccountDocument>('engagement_accounts');
schema.index({ walked: 1 }, { partialFilterExpression: { walked: false } });

export const EngagementAccount = model<EngagementAccountDocument>('EngagementAccount', schema);
