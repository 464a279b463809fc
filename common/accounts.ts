import { createHash, randomBytes } from 'node:crypto';
import { now } from './clock.ts';
import { normalizeAddress } from './domain/addresses.ts';
import { nextId } from './ids.ts';
import { Account, type AccountDocument } from './models/accounts.ts';
import { Key } from './models/keys.ts';
import { isDuplicateKey } from './mongo.ts';
import { hashPassword } from './passwords.ts';

export interface NewAccount {
  name: string;
  email: string;
  password: string;
  /** IANA name. */
  timezone: string;
}

/** The one time that a secret is known: it is kept as a hash alone. */
export interface KeyPair {
  public_key: string;
  secret_key: string;
}

/** Creates an account; null when another has its address. */
export async function createAccount({
  name,
  email,
  password,
  timezone,
}: NewAccount): Promise<AccountDocument | null> {
  const at = now();
  const account: AccountDocument = {
    _id: await nextId('accounts'),
    name,
    email,
    email_norm: normalizeAddress(email),
    password: await hashPassword(password),
    timezone,
    created_at: at,
    updated_at: at,
  };
  try {
    await Account.create(account);
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
  return account;
}

/** Makes a key pair of an account. The prefixes let a leak be told for what it is. */
export async function createKeyPair(userId: number, name: string): Promise<KeyPair> {
  const publicKey = `pk_${randomBytes(16).toString('base64url')}`;
  const secretKey = `sk_${randomBytes(32).toString('base64url')}`;
  await Key.create({
    _id: publicKey,
    user_id: userId,
    secret_hash: createHash('sha256').update(secretKey).digest(),
    name,
    created_at: now(),
  });
  return { public_key: publicKey, secret_key: secretKey };
}
