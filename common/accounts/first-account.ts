import { createHmac, timingSafeEqual } from 'node:crypto';
import { hmacKey } from '../domain/hmac-key.ts';
import { Account } from '../models/accounts.ts';
import { patiently } from '../store/patience.ts';

/** Hex digits: 96 bits. */
const LENGTH = 24;

/** Proves that who makes the first account reads the log. Every process has the same one. */
export const setUpSecretOf = (signingSecret: string): string =>
  createHmac('sha256', hmacKey(signingSecret, 'first account'))
    .update('set-up')
    .digest('hex')
    .slice(0, LENGTH);

export function isSetUpSecret(given: string, signingSecrets: readonly string[]): boolean {
  const text = Buffer.from(
    given
      .trim()
      .slice(0, LENGTH + 1)
      .toLowerCase(),
  );
  return signingSecrets.some((secret) => {
    const expected = Buffer.from(setUpSecretOf(secret));
    return text.length === expected.length && timingSafeEqual(text, expected);
  });
}

export const hasAccount = async (): Promise<boolean> =>
  (await patiently(Account.findOne({}, { projection: { _id: 1 } }))) !== null;
