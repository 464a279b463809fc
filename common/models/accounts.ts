import { model, Schema } from 'mongoose';

/** Who signs in and owns everything else: `user_id` everywhere is this `_id`. */
export interface AccountDocument {
  _id: number;
  name: string;
  email: string;
  /** The address as it compares: unique. */
  email_norm: string;
  /** `scrypt$N$r$p$salt$hash`, base64url. */
  password: string;
  /** IANA name; the contract's times without a zone are in it. */
  timezone: string;
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
    timezone: { type: String, required: true },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'accounts', versionKey: false, strict: 'throw' },
);
schema.index({ email_norm: 1 }, { unique: true });

export const Account = model<AccountDocument>('Account', schema);
