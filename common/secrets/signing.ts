import type { Config } from '../config.ts';
import { tokenKey } from '../domain/tokens.ts';

/** Identifies a secret without revealing it: six hexadecimal digits, which are also in the tokens that it signs. */
export const keyIdOf = (secret: string): string => tokenKey(secret).id.toString('hex');

export type SigningSecrets = Pick<Config, 'signingSecrets'>;

export const newestKeyId = ({ signingSecrets }: SigningSecrets): string => keyIdOf(signingSecrets[0]!);

/**
 * The secret that a mailing started with, so that a retried mail keeps its Message-ID. A mailing without a key id is older than
 * key ids and uses the oldest secret. When the secret is no longer configured, the newest one signs, so that at least the links
 * work.
 */
export const secretOfMailing = (
  { signingSecrets }: SigningSecrets,
  keyId: string | null | undefined,
): string =>
  (keyId ? signingSecrets.find((secret) => keyIdOf(secret) === keyId) : signingSecrets.at(-1)) ??
  signingSecrets[0]!;
