import { model, Schema } from 'mongoose';

/** A key pair of an account. The secret itself is shown once and kept nowhere. */
export interface KeyDocument {
  /** The public key. */
  _id: string;
  user_id: number;
  /** SHA-256 of the secret key: 256 random bits can not be guessed at any speed of hashing. */
  secret_hash: Buffer;
  name: string;
  created_at: Date;
  /** To the minute; null until it is used. */
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const schema = new Schema<KeyDocument>(
  {
    _id: String,
    user_id: { type: Number, required: true },
    secret_hash: { type: Buffer, required: true },
    name: { type: String, default: '' },
    created_at: { type: Date, required: true },
    last_used_at: { type: Date, default: null },
    revoked_at: { type: Date, default: null },
  },
  { collection: 'keys', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1 });

export const Key = model<KeyDocument>('Key', schema);
