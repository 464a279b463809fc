import { createHmac, timingSafeEqual } from 'node:crypto';
import { hmacKey } from '../domain/hmac-key.ts';
import { Account, type AccountDocument } from '../models/accounts.ts';
import { ignoringDuplicates } from '../store/connection.ts';
import { Counter } from '../store/counters.ts';
import { patiently } from '../store/patience.ts';
import { inTransaction } from '../store/transactions.ts';
import { createAccount, type NewAccount } from './accounts.ts';
import { hashPassword } from './passwords.ts';

/** Hex digits: 96 bits. */
const LENGTH = 24;

/** Returns a secret that is written to the log. A person who enters it has read the log. Every process has the same one. */
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

const TURN = 'first account';

/** Returns null if there is an account already, perhaps one that was created a moment ago. */
export async function createFirstAccount(
  given: NewAccount & { readonly password: string },
): Promise<AccountDocument | null> {
  const password = { kept: await hashPassword(given.password) };
  const turn = { $setOnInsert: { last: 0 } };
  await ignoringDuplicates(Counter.updateOne({ _id: TURN }, turn, { upsert: true }));
  return inTransaction(async () => {
    // If two calls arrive together, one conflicts here, is repeated, and finds the account of the other.
    await Counter.updateOne({ _id: TURN }, { $inc: { last: 1 } });
    return (await hasAccount()) ? null : createAccount({ ...given, password });
  });
}
