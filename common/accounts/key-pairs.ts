import { createHash, randomBytes } from 'node:crypto';
import { now } from '../clock.ts';
import type { Scope } from '../domain/key-scopes.ts';
import { Key, type KeyDocument } from '../models/keys.ts';

/** The one time that a secret is known: it is kept as a hash alone. */
export interface KeyPair {
  public_key: string;
  secret_key: string;
}

/** What a key pair may do, for how long, and for clients of which networks. */
export interface KeyLimits {
  readonly scope: Scope;
  /** Null: for ever. */
  readonly expires_at: Date | null;
  /** In the notation of CIDR; none: any network. */
  readonly networks: readonly string[];
}

/** May do everything, from everywhere, for ever. */
export const UNLIMITED: KeyLimits = { scope: 'all', expires_at: null, networks: [] };

/** The limits of a stored pair. */
export const limitsOfKey = ({ scope, expires_at, networks }: Partial<KeyLimits>): KeyLimits => ({
  scope: scope ?? 'all',
  expires_at: expires_at ?? null,
  networks: networks ?? [],
});

/** Makes a key pair of an account. The prefixes let a leak be told for what it is. */
export async function createKeyPair(
  userId: number,
  name: string,
  limits: KeyLimits = UNLIMITED,
): Promise<KeyPair> {
  const publicKey = `pk_${randomBytes(16).toString('base64url')}`;
  const secretKey = `sk_${randomBytes(32).toString('base64url')}`;
  await Key.insertOne({
    _id: publicKey,
    user_id: userId,
    secret_hash: createHash('sha256').update(secretKey).digest(),
    name,
    ...limits,
    networks: [...limits.networks],
    created_at: now(),
    last_used_at: null,
    revoked_at: null,
  });
  return { public_key: publicKey, secret_key: secretKey };
}

/** An account's key pairs that work, the oldest first; what could open them is left out. */
export type KeyOverview = Omit<KeyDocument, 'secret_hash'>;
export const liveKeyPairs = (userId: number): Promise<KeyOverview[]> =>
  Key.find({ user_id: userId, revoked_at: null }, { projection: { secret_hash: 0 } })
    .sort({ created_at: 1, _id: 1 })
    .toArray();

/** One of them; null if it is not this account's, or works no more. */
export const liveKeyPair = (userId: number, publicKey: string): Promise<KeyOverview | null> =>
  Key.findOne({ _id: publicKey, user_id: userId, revoked_at: null }, { projection: { secret_hash: 0 } });

/**
 * A new pair to take a live one's place, by its name and limits; the old one works until it is revoked. It lasts as
 * long as the old one was to last when it was made. Null if there is none.
 */
export async function rollKeyPair(userId: number, publicKey: string): Promise<KeyPair | null> {
  const old = await liveKeyPair(userId, publicKey);
  if (!old) return null;
  const limits = limitsOfKey(old);
  const lasts = limits.expires_at && limits.expires_at.getTime() - old.created_at.getTime();
  const expires_at = lasts === null ? null : new Date(now().getTime() + lasts);
  return createKeyPair(userId, old.name, { ...limits, expires_at });
}

/**
 * Sets the limits of a live pair, at once and for every process: `tell` has those forget it that may remember. Answers whether
 * it did: the pair is this account's, and was not revoked.
 */
export async function limitKeyPair(
  userId: number,
  publicKey: string,
  limits: KeyLimits,
  tell: (userId: number) => Promise<void>,
): Promise<boolean> {
  const { matchedCount } = await Key.updateOne(
    { _id: publicKey, user_id: userId, revoked_at: null },
    { $set: { ...limits, networks: [...limits.networks] } },
  );
  // Also where they were set before: that process may have died before it told the others.
  await tell(userId);
  return matchedCount === 1;
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
  const { modifiedCount } = await Key.updateOne(
    { _id: publicKey, user_id: userId, revoked_at: null },
    { $set: { revoked_at: now() } },
  );
  // Also where the pair was revoked before: that process may have died before it told the others.
  await tell(userId);
  return modifiedCount === 1;
}
