import { now } from '../clock.ts';
import { SigningKey } from '../models/signing-keys.ts';
import { ignoringDuplicates } from '../store/connection.ts';
import { keyIdOf, type SigningSecrets } from './signing.ts';

/** Ids of signing keys of this store that no configured secret has. */
export interface MissingKeys {
  /** Links in sent mails need them. */
  readonly signed: readonly string[];
  /** Only listed in APP_SECRETS, so as a rule nothing needs them. */
  readonly listed: readonly string[];
}

export async function missingSigningKeys({ signingSecrets }: SigningSecrets): Promise<MissingKeys> {
  const ours = new Set(signingSecrets.map(keyIdOf));
  const known = await SigningKey.find().sort({ _id: 1 }).toArray();
  const missing = known.filter(({ _id }) => !ours.has(_id));
  const idsOf = (signed: boolean) =>
    missing.filter(({ signs = true }) => signs === signed).map(({ _id }) => _id);
  return { signed: idsOf(true), listed: idsOf(false) };
}

/** Stores the ids of the configured signing secrets. Only the first signs. */
export async function noteSigningKeys({ signingSecrets }: SigningSecrets): Promise<void> {
  const first_used_at = now();
  await ignoringDuplicates(
    SigningKey.insertMany(
      [...new Set(signingSecrets.map(keyIdOf))].map((_id, at) => ({ _id, first_used_at, signs: at === 0 })),
      { ordered: false },
    ),
  );
  await SigningKey.updateOne({ _id: keyIdOf(signingSecrets[0]!), signs: false }, { $set: { signs: true } });
}

/** Removes the id of a lost key. False: the store did not have it. */
export async function forgetSigningKey(id: string): Promise<boolean> {
  return (await SigningKey.deleteOne({ _id: id })).deletedCount === 1;
}
