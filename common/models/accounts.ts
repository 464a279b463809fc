import { model, Schema } from 'mongoose';
import type { QuotaName } from '../domain/quotas.ts';

/** Since when an account is suspended, and why, in words for its owner. */
export interface Suspension {
  at: Date;
  reason: string;
}

/** Who signs in and owns everything else: `user_id` everywhere is this `_id`. */
export interface AccountDocument {
  _id: number;
  name: string;
  email: string;
  /** The address as it compares: unique. */
  email_norm: string;
  /** `scrypt$N$r$p$salt$hash`, base64url. */
  password: string;
  /** Where the same password was kept anew: what stands for it, and the SHA-256 of the hash that this holds for. */
  password_mark?: { of: string; mark: string } | null;
  /** IANA name; the contract's times without a zone are in it. */
  timezone: string;
  /** Limits of its own, set by an operator; all others are as configured. */
  quotas?: Partial<Record<QuotaName, number>>;
  /** An operator stopped it: nothing of it is sent, and its calls answer 403. */
  suspended?: Suspension | null;
  created_at: Date;
  updated_at: Date;
}

const schema = new Schema<AccountDocument>(
  {
    _id: Number,
    name: { type: String, required: true },
    email: { type: String, required: true },
    email_norm: { type: String, required: true },
    password: { type: String, required: true },
    password_mark: Schema.Types.Mixed,
    timezone: { type: String, required: true },
    quotas: Schema.Types.Mixed,
    suspended: Schema.Types.Mixed,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'accounts', versionKey: false, strict: 'throw' },
);
schema.index({ email_norm: 1 }, { unique: true });
// Workers ask for those that are suspended.
schema.index({ 'suspended.at': 1 }, { partialFilterExpression: { 'suspended.at': { $type: 'date' } } });

export const Account = model<AccountDocument>('Account', schema);
