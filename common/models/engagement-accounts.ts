import { collection, model } from '../store/collection.ts';

/** An account that has, or once had, a segment rule about when a contact was last mailed, opened or clicked. */
interface EngagementAccountDocument {
  _id: number;
  /** Engagement from before the first such rule is copied from the ledger to contacts once: up to this batch so far. */
  walked_to: number;
  walked: boolean;
}

const schema = collection<EngagementAccountDocument>('engagement_accounts');
schema.index({ walked: 1 }, { partialFilterExpression: { walked: false } });

export const EngagementAccount = model<EngagementAccountDocument>('EngagementAccount', schema);
