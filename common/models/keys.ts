import type { Scope } from '../domain/key-scopes.ts';
import { collection, model } from '../store/collection.ts';

/** A key pair of an account. The secret itself is shown once and kept nowhere. */
export interface KeyDocument {
  /** The public key. */
  _id: string;
  user_id: number;
  /** SHA-256 of the secret key: 256 random bits can not be guessed at any speed of hashing. */
  secret_hash: Buffer;
  name: string;
  /** Absent in keys from before there were scopes: `all`. */
  scope?: Scope;
  /** From then on the pair is refused as one that does not exist; null or absent: never. */
  expires_at?: Date | null;
  /** The networks of clients that may use the pair, in the notation of CIDR; absent or empty: any. */
  networks?: string[];
  created_at: Date;
  /** To the minute; null until it is used. */
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const schema = collection<KeyDocument>('keys');
schema.index({ user_id: 1 });

export const Key = model<KeyDocument>('Key', schema);
