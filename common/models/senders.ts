import type { Verification } from '../domain/verification.ts';
import { collection, model } from '../store/collection.ts';

/** A from-identity. It may send once a person opened the link that was mailed to `from_email`. */
export interface SenderDocument {
  _id: number;
  user_id: number;
  from_name: string;
  from_email: string;
  reply_to_email: string;
  country_id: number;
  state_id: number | null;
  city_id: number | null;
  zip_code: string;
  company_address: string;
  company_address2: string;
  nickname: string;
  is_verified: 0 | 1;
  utr: string;
  send_at: Date;
  verification: Verification | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const schema = collection<SenderDocument>('senders');
schema.index({ user_id: 1, _id: 1 });
schema.index({ user_id: 1, utr: 1 }, { unique: true });
// The sweep. Most verification mails are sent and not indexed.
schema.index(
  { 'verification.due_at': 1 },
  { partialFilterExpression: { 'verification.due_at': { $type: 'date' } } },
);

export const Sender = model<SenderDocument>('Sender', schema);
