import { createCipheriv, hkdfSync } from 'node:crypto';
import { TOKEN_PURPOSES, type TokenPurpose } from '../../common/domain/tokens.ts';

const derived = (secret: string, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', info, bytes));

/** A token as versions before accounts in tokens signed it: the id of the key, the id, the second number and a tag of 128 bit. */
export function oldToken(secret: string, purpose: TokenPurpose, id: number, second = 0): string {
  const block = Buffer.alloc(16);
  block[0] = TOKEN_PURPOSES[purpose];
  block.writeUIntBE(Math.floor(id / 2 ** 32), 1, 3);
  block.writeUInt32BE(id % 2 ** 32, 4);
  block.writeUInt32BE(second, 8);
  const cipher = createCipheriv('aes-256-ecb', derived(secret, 'links in mails', 32), null);
  const tag = cipher.setAutoPadding(false).update(block);
  return Buffer.concat([derived(secret, 'id of the key', 3), block.subarray(1, 12), tag]).toString(
    'base64url',
  );
}
