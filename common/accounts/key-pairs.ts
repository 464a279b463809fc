import { createHash, randomBytes } from 'node:crypto';
import { now } from '../clock.ts';
import type { Scope } from '../domain/key-scopes.ts';
import { Key, type KeyDocument } from '../models/keys.ts';

/** The secret is shown only once; the store has its hash. */
export interface KeyPair {
  public_key: string;
  secret_key: string;
}

export interface KeyLimits {
  readonly scope: Scope;
  /** Null: never. */
  readonly expires_at: Date | null;
  readonly networks: readonly string[];
}

export const UNLIMITED: KeyLimits = { scope: 'all', expires_at: null, networks: [] };

export const limitsOfKey = ({ scope, expires_at, networks }: Partial<KeyLimits>): KeyLimits => ({
  scope: scope ?? 'all',
  expires_at: expires_at ?? null,
  networks: networks ?? [],
});

/** The prefixes let a scanner recognise a leaked key. */
export async function createKeyPair(
  userId: number,
  name: string,
  limits: KeyLimits = UNLIMITED,
): Promise<KeyPair> {
  const publicKey = `pk_${randomBytes(16).toString('base64url')}`;
  const secretKey = `sk_${randomBytes(32).toString('base64url')}`;
  await Key.of(userId).insertOne({
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

export type KeyOverview = Omit<KeyDocument, 'secret_hash'>;
export const liveKeyPairs = (userId: number): Promise<KeyOverview[]> =>
  Key.of(userId)
    .find({ revoked_at: null }, { projection: { secret_hash: 0 } })
    .sort({ created_at: 1, _id: 1 })
    .toArray();

export const liveKeyPair = (userId: number, publicKey: string): Promise<KeyOverview | null> =>
  Key.of(userId).findOne({ _id: publicKey, revoked_at: null }, { projection: { secret_hash: 0 } });

/** Whether the account has or had such a pair. */
export const hasKeyPair = async (userId: number, publicKey: string): Promise<boolean> =>
  (await Key.of(userId).countDocuments({ _id: publicKey })) > 0;

/** Creates a pair with the limits and original lifetime of a live one, which still works. Returns null when no such live pair exists. */
export async function rollKeyPair(userId: number, publicKey: string): Promise<KeyPair | null> {
  const old = await liveKeyPair(userId, publicKey);
  if (!old) return null;
  const limits = limitsOfKey(old);
  const lasts = limits.expires_at && limits.expires_at.getTime() - old.created_at.getTime();
  const expires_at = lasts === null ? null : new Date(now().getTime() + lasts);
  return createKeyPair(userId, old.name, { ...limits, expires_at });
}

/** Sets the limits of a live pair. `tell` makes every process drop its copy. Returns false when no such live pair exists. */
export const limitKeyPair = (
  userId: number,
  publicKey: string,
  limits: KeyLimits,
  tell: (userId: number) => Promise<void>,
): Promise<boolean> => changeKeyPair(userId, publicKey, { ...limits, networks: [...limits.networks] }, tell);

/** Revokes a live pair, and tells and returns the same. */
export const revokeKeyPair = (
  userId: number,
  publicKey: string,
  tell: (userId: number) => Promise<void>,
): Promise<boolean> => changeKeyPair(userId, publicKey, { revoked_at: now() }, tell);

async function changeKeyPair(
  userId: number,
  publicKey: string,
  change: Partial<KeyDocument>,
  tell: (userId: number) => Promise<void>,
): Promise<boolean> {
  const live = { _id: publicKey, revoked_at: null };
  const { matchedCount } = await Key.of(userId).updateOne(live, { $set: change });
  // Do this even if nothing changed: an earlier process may have died before it told the others.
  await tell(userId);
  return matchedCount === 1;
}
