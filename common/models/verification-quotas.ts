import { collection, model } from '../store/collection.ts';

/** The mails that a counter has seen lately, to addresses that an account only claims and of tests. */
export interface VerificationQuotaDocument {
  /** `account 12`, `tests 12`, or `address 12 ada@example.com` and `confirm 12 ada@example.com`: of an account, and the address as it compares. */
  _id: string;
  /** `key` is one mail: the id of its sender or recipient, and the nonce of its link. `at` is in the future while it waits for its turn. */
  mails: { key: string; at: Date }[];
  expires_at: Date;
}

const schema = collection<VerificationQuotaDocument>('verification_quotas');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const VerificationQuota = model<VerificationQuotaDocument>('VerificationQuota', schema);
