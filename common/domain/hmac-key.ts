import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** In Node 24 an HMAC costs some 3 µs with a key object, and 12 to 50 with the key's bytes. */
export const hmacKey = (secret: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
