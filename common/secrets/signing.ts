import type { Config } from '../config.ts';
import { tokenKey } from '../domain/tokens.ts';

/** Ids by secret. A key is derived for each secret, which costs more than signing a thousand tokens. */
const ids = new Map<string, string>();
const KEPT = 64;

/** Identifies a secret without revealing it: six hexadecimal digits, which are also in the tokens that it signs. */
export function keyIdOf(secret: string): string {
  let id = ids.get(secret);
  if (id === undefined) {
    if (ids.size >= KEPT) ids.clear();
    id = tokenKey(secret).id.toString('hex');
    ids.set(secret, id);
  }
  return id;
}

type Secrets = Pick<Config, 'signingSecrets'>;

/** The id of the key that signs new tokens. */
export const newestKeyId = ({ signingSecrets }: Secrets): string => keyIdOf(signingSecrets[0]!);

/**
 * The secret that a mailing started with, so that a mail that is sent again keeps its Message-ID. A mailing without a key id
 * is older than key ids and uses the oldest secret. When the secret is no longer configured, the newest one signs, so that
 * at least the links work.
 */
export const secretOfMailing = ({ signingSecrets }: Secrets, keyId: string | null | undefined): string =>
  (keyId ? signingSecrets.find((secret) => keyIdOf(secret) === keyId) : signingSecrets.at(-1)) ??
  signingSecrets[0]!;
