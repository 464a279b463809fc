import { model } from 'mongoose';
import { collection } from './collection.ts';

/** Which verification mails a counter has seen lately. */
export interface VerificationQuotaDocument {
  /** `account 12`, or `address 12 ada@example.com`: of an account, and the address as it compares. */
  _id: string;
  /** `key` is one mail: the sender's id and the nonce of its link. */
  mails: { key: string; at: Date }[];
  expires_at: Date;
}

const schema = collection<VerificationQuotaDocument>('verification_quotas');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const VerificationQuota = model<VerificationQuotaDocument>('VerificationQuota', schema);
