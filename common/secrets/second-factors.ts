import { createHmac, randomBytes } from 'node:crypto';
import { SECRET_BYTES, shownBytes } from '../domain/one-time-codes.ts';
import { dataKey, type ServiceSecrets } from './data-keys.ts';
import { seal, unseal } from './seal.ts';

const NAME = 'second factors';

const RECOVERY_CODES = 10;
/** 80 bits: 16 characters of base32, too many to guess even from the hash. */
const RECOVERY_BYTES = 10;

const nameOf = (userId: number): string => `second factor ${userId}`;

/** A new secret, and its stored form. */
export async function makeFactorSecret(
  userId: number,
  secrets: ServiceSecrets,
): Promise<{ readonly secret: Buffer; readonly sealed: string }> {
  const key = await dataKey(NAME, secrets);
  const secret = randomBytes(SECRET_BYTES);
  return { secret, sealed: seal(key.toString('base64'), nameOf(userId), secret) };
}

/** Throws if it was not sealed for this account. */
export async function openFactorSecret(
  userId: number,
  sealed: string,
  secrets: ServiceSecrets,
): Promise<Buffer> {
  const key = await dataKey(NAME, secrets);
  const secret = unseal(key.toString('base64'), nameOf(userId), sealed);
  if (!secret)
    throw new Error(`The second factor of account ${userId} cannot be decrypted with the configured secrets`);
  return secret;
}

/** The same code has another hash in another account. */
export async function recoveryHash(userId: number, code: string, secrets: ServiceSecrets): Promise<string> {
  const key = await dataKey(NAME, secrets);
  return createHmac('sha256', key).update(`recovery ${userId} ${code}`).digest('base64url');
}

/** As shown once (`ABCD-EFGH-JKLM-NPQR`), and as stored. */
export async function makeRecoveryCodes(
  userId: number,
  secrets: ServiceSecrets,
): Promise<{ readonly shown: readonly string[]; readonly hashes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => shownBytes(randomBytes(RECOVERY_BYTES)));
  return {
    shown: codes.map((code) => code.match(/.{4}/g)!.join('-')),
    hashes: await Promise.all(codes.map((code) => recoveryHash(userId, code, secrets))),
  };
}
