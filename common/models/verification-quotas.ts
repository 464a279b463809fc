import { collection, model } from '../store/collection.ts';

/** Recent mails of one counter: to addresses that an account only claims, and tests. */
export interface VerificationQuotaDocument {
  /** `account 12`, `tests 12`, or `address 12 ada@example.com` and `confirm 12 ada@example.com`: the account and the normalized address. */
  _id: string;
  /** `key`: the id of the sender or recipient, and the nonce of the link. `at` is in the future while the mail waits. */
  mails: { key: string; at: Date }[];
  expires_at: Date;
}

const schema = collection<VerificationQuotaDocument>('verification_quotas');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const VerificationQuota = model<VerificationQuotaDocument>('VerificationQuota', schema);
