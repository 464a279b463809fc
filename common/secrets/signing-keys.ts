import { now } from '../clock.ts';
import type { Config } from '../config.ts';
import { SigningKey } from '../models/signing-keys.ts';
import { ignoringDuplicates, rows } from '../mongo/connection.ts';
import { keyIdOf } from './signing.ts';

/**
 * Stores the ids of the current signing secrets. Returns the ids of secrets that this store was used with and that are
 * missing now.
 */
export async function noteSigningKeys({
  signingSecrets,
}: Pick<Config, 'signingSecrets'>): Promise<readonly string[]> {
  const ours = signingSecrets.map(keyIdOf);
  const known = new Set((await rows(SigningKey).find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id));
  const fresh = ours.filter((id) => !known.has(id));
  if (fresh.length > 0) {
    const first_used_at = now();
    await ignoringDuplicates(
      rows(SigningKey).insertMany(
        fresh.map((_id) => ({ _id, first_used_at })),
        { ordered: false },
      ),
    );
  }
  return [...known].filter((id) => !ours.includes(id));
}
