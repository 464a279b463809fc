import { createHash, randomBytes } from 'node:crypto';
import { now } from '../clock.ts';
import { Key, type KeyDocument } from '../models/keys.ts';
import { rows } from '../mongo/connection.ts';

/** The one time that a secret is known: it is kept as a hash alone. */
export interface KeyPair {
  public_key: string;
  secret_key: string;
}

/** Makes a key pair of an account. The prefixes let a leak be told for what it is. */
export async function createKeyPair(userId: number, name: string): Promise<KeyPair> {
  const publicKey = `pk_${randomBytes(16).toString('base64url')}`;
  const secretKey = `sk_${randomBytes(32).toString('base64url')}`;
  await rows(Key).insertOne({
    _id: publicKey,
    user_id: userId,
    secret_hash: createHash('sha256').update(secretKey).digest(),
    name,
    created_at: now(),
    last_used_at: null,
    revoked_at: null,
  });
  return { public_key: publicKey, secret_key: secretKey };
}

/** An account's key pairs that work, the oldest first; what could open them is left out. */
export type KeyOverview = Omit<KeyDocument, 'secret_hash'>;
export const liveKeyPairs = (userId: number): Promise<KeyOverview[]> =>
  rows(Key)
    .find({ user_id: userId, revoked_at: null }, { projection: { secret_hash: 0 } })
    .sort({ created_at: 1, _id: 1 })
    .toArray();

/** One of them; null if it is not this account's, or works no more. */
export const liveKeyPair = (userId: number, publicKey: string): Promise<KeyOverview | null> =>
  rows(Key).findOne(
    { _id: publicKey, user_id: userId, revoked_at: null },
    { projection: { secret_hash: 0 } },
  );

/** A new pair to take a live one's place, by its name; the old one works until it is revoked. Null if there is none. */
export async function rollKeyPair(userId: number, publicKey: string): Promise<KeyPair | null> {
  const old = await liveKeyPair(userId, publicKey);
  return old && createKeyPair(userId, old.name);
}

/**
 * Ends a pair, at once and for every process: `tell` has those forget it that may remember. Answers whether it did: it
 * was this account's, and worked.
 */
export async function revokeKeyPair(
  userId: number,
  publicKey: string,
  tell: (userId: number) => Promise<void>,
): Promise<boolean> {
  const { modifiedCount } = await rows(Key).updateOne(
    { _id: publicKey, user_id: userId, revoked_at: null },
    { $set: { revoked_at: now() } },
  );
  // Also where the pair was revoked before: that process may have died before it told the others.
  await tell(userId);
  return modifiedCount === 1;
}
