import { collection, model } from '../store/collection.ts';

/** A link to the report of a single send for people without an account. The token is not stored. */
export interface ReportShareDocument {
  _id: number;
  user_id: number;
  single_send_id: number;
  /** SHA-256 of the token, in hexadecimal. */
  token_hash: string;
  created_at: Date;
  expires_at: Date;
}

const schema = collection<ReportShareDocument>('report_shares');
schema.index({ token_hash: 1 }, { unique: true });
schema.index({ user_id: 1, single_send_id: 1, _id: 1 });
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const ReportShare = model<ReportShareDocument>('ReportShare', schema);
