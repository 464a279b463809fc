import { tokenKey, tokenSigner } from './tokens.ts';

/** One secret a process as a rule; its key costs more than a thousand tokens. */
let kept: { readonly secret: string; readonly sign: (id: number) => Buffer } | undefined;

/**
 * The Message-ID of a delivery, without brackets: the same at each attempt, and not to be guessed. A token as those of
 * the links: 1 µs, where an HMAC of its own costs 6.
 */
export function messageIdOf(deliveryId: number, appSecret: string, domain: string): string {
  if (kept?.secret !== appSecret) {
    const sign = tokenSigner(tokenKey(appSecret), [{ purpose: 'message', second: 0 }]);
    kept = { secret: appSecret, sign };
  }
  return `${kept.sign(deliveryId).toString('latin1')}@${domain}`;
}
