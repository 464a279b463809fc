import { createHmac, timingSafeEqual } from 'node:crypto';
import { toBase32 } from './token-addresses.ts';

/** The defaults of RFC 6238, the only ones that all authenticator apps know: SHA-1, six digits, 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Accepted steps before and after the current one: a phone's clock may be wrong by half a minute (RFC 6238, 5.2). */
const DRIFT = 1;

/** As long as the hash (RFC 4226, 4). */
export const SECRET_BYTES = 20;

export const stepOf = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS);

/** RFC 4226, 5.3. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.at(-1)! & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Base32 in capitals, for apps and people (RFC 4648, 6). */
export const shownBytes = (raw: Buffer): string => toBase32(raw).toUpperCase();

export const isOneTimeCode = (text: string): boolean => /^\d{6}$/.test(text);

/** The accepted step of a code, or null. All steps are compared, in constant time. */
export function stepOfCode(secret: Buffer, code: string, at: Date): number | null {
  const given = Buffer.from(code);
  const present = stepOf(at);
  let found: number | null = null;
  for (let step = present - DRIFT; step <= present + DRIFT; step += 1) {
    const expected = Buffer.from(codeOf(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** The content of the QR code for an authenticator app (Key Uri Format of Google Authenticator). */
export function enrollmentUri(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${shownBytes(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
