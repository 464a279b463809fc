import { createHmac, randomBytes } from 'node:crypto';
import { SECRET_BYTES, shownBytes } from '../domain/one-time-codes.ts';
import { dataKey, type ServiceSecrets, sealerOf } from './data-keys.ts';

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
  const sealer = await sealerOf(NAME, secrets);
  const secret = randomBytes(SECRET_BYTES);
  return { secret, sealed: sealer.seal(nameOf(userId), secret) };
}

/** Throws if it was not sealed for this account. */
export async function openFactorSecret(
  userId: number,
  sealed: string,
  secrets: ServiceSecrets,
): Promise<Buffer> {
  return (await sealerOf(NAME, secrets)).open(nameOf(userId), sealed);
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
