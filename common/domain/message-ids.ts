import { tokenKey, tokenSigner } from './tokens.ts';

/** A secret or two a process as a rule; its key costs more than a thousand tokens. */
const kept = new Map<string, (id: number) => Buffer>();
const KEPT = 16;

/** The id of the key within a token; a Message-ID has none: it was 36 characters before keys had ids, and stays so. */
const KEY_LENGTH = 4;

/**
 * The Message-ID of a delivery, without brackets: the same at each attempt, and not to be guessed. A token as those of
 * the links: 1 µs, where an HMAC of its own costs 6. `secret` is the one that the mailing began with.
 */
export function messageIdOf(deliveryId: number, secret: string, domain: string): string {
  let sign = kept.get(secret);
  if (!sign) {
    if (kept.size >= KEPT) kept.clear();
    sign = tokenSigner(tokenKey(secret), [{ purpose: 'message', second: 0 }]);
    kept.set(secret, sign);
  }
  return `${sign(deliveryId).toString('latin1', KEY_LENGTH)}@${domain}`;
}
