import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { isLonger } from './domain/text-length.ts';

/** About 55 ms and 32 MiB a try on the machine it was measured on: dear to guess, cheap to sign in once. */
const COST = { N: 2 ** 15, r: 8, p: 1 } as const;
const KEY_BYTES = 32;

/** Characters that a password has at least (NIST SP 800-63B, 5.1.1.2) and at most. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 1024;

/**
 * Whether a text is too long for any password. It is asked before a password is normalized, which takes quadratic time:
 * 240 kB of combining marks held the event loop for 14 s.
 */
export const isTooLong = (password: string): boolean => isLonger(password, MAX_PASSWORD);

type Cost = { readonly N: number; readonly r: number; readonly p: number };

const derive = (password: string, salt: Buffer, { N, r, p }: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** A password as it is kept: `scrypt$N$r$p$salt$key`, so that the cost can be raised later. Throws where it is too long. */
export async function hashPassword(password: string): Promise<string> {
  if (isTooLong(password)) throw new RangeError(`A password has at most ${MAX_PASSWORD} characters.`);
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether a password is the one that was kept; in constant time, but for one that is too long for any. */
export async function isPassword(password: string, kept: string): Promise<boolean> {
  if (isTooLong(password)) return false;
  const [, N, r, p, salt = '', key = ''] = kept.split('$');
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return given.length === expected.length && timingSafeEqual(given, expected);
}
