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

const TURN = 'first account';

/** Null: there is an account, perhaps since a moment ago. */
export async function createFirstAccount(
  given: NewAccount & { readonly password: string },
): Promise<AccountDocument | null> {
  const password = { kept: await hashPassword(given.password) };
  const turn = { $setOnInsert: { last: 0 } };
  await ignoringDuplicates(Counter.updateOne({ _id: TURN }, turn, { upsert: true }));
  return inTransaction(async () => {
    // Of two that come together, one conflicts here, begins again, and finds the account of the other.
    await Counter.updateOne({ _id: TURN }, { $inc: { last: 1 } });
    return (await hasAccount()) ? null : createAccount({ ...given, password });
  });
}
