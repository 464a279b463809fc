import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const [NONCE_BYTES, TAG_BYTES] = [12, 16];
const CIPHER = 'aes-256-gcm';

const sealingKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'data keys', 32));

/** AES-256-GCM in base64. `name` is authenticated too, so one sealed text cannot replace another. */
export function seal(secret: string, name: string, bytes: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(secret), nonce).setAAD(Buffer.from(name));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** Null: secret or name differ, or the text was changed. */
export function unseal(secret: string, name: string, sealed: string): Buffer | null {
  const raw = Buffer.from(sealed, 'base64');
  if (raw.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, sealingKey(secret), raw.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(name)).setAuthTag(raw.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(raw.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
