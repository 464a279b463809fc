import type { Config } from '../config.ts';
import { tokenKey } from '../domain/tokens.ts';

/** Ids by secret: a key is made for each, which costs more than a thousand tokens. */
const ids = new Map<string, string>();
const KEPT = 64;

/** Names a secret without saying anything of it: six hexadecimal digits, as in the tokens that it signs. */
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

/** The id of the key that signs from now on. */
export const newestKeyId = ({ signingSecrets }: Secrets): string => keyIdOf(signingSecrets[0]!);

/**
 * The secret that a mailing began with, so that a mail that is sent again keeps its Message-ID. One without a key's id is from
 * before there were any: of the oldest. Where the secret was not kept, the newest signs: its links work, at least.
 */
export const secretOfMailing = ({ signingSecrets }: Secrets, keyId: string | null | undefined): string =>
  (keyId ? signingSecrets.find((secret) => keyIdOf(secret) === keyId) : signingSecrets.at(-1)) ??
  signingSecrets[0]!;
