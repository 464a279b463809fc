import { model, Schema } from 'mongoose';

/** An account one of whose rules asks, or has asked, when contacts were last sent something, opened or clicked. */
export interface EngagementAccountDocument {
  /** The account's id. */
  _id: number;
  /** What the ledger knew before anybody asked is written to contacts once, up to this batch … */
  walked_to: number;
  /** … and was. */
  walked: boolean;
}

const schema = new Schema<EngagementAccountDocument>(
  { _id: Number, walked_to: { type: Number, required: true }, walked: { type: Boolean, required: true } },
  { collection: 'engagement_accounts', versionKey: false, strict: 'throw' },
);
schema.index({ walked: 1 }, { partialFilterExpression: { walked: false } });

export const EngagementAccount = model<EngagementAccountDocument>('EngagementAccount', schema);
