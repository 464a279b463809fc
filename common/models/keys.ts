import type { Scope } from '../domain/key-scopes.ts';
import { collection, model } from '../store/collection.ts';

/** A key pair of an account. The secret is shown once and never stored. */
export interface KeyDocument {
  /** The public key. */
  _id: string;
  user_id: number;
  /** SHA-256 of the secret key: 256 random bits cannot be guessed, however fast the hash. */
  secret_hash: Buffer;
  name: string;
  /** Absent in old keys: `all`. */
  scope?: Scope;
  /** The pair is then refused like an unknown one; null or absent: never. */
  expires_at?: Date | null;
  /** Networks of clients that may use the pair, in CIDR notation; absent or empty: any. */
  networks?: string[];
  created_at: Date;
  /** To the minute; null: never used. */
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const schema = collection<KeyDocument>('keys');
schema.index({ user_id: 1 });

export const Key = model<KeyDocument>('Key', schema);
