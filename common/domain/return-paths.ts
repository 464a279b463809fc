import { readToken, signToken, type TokenKey } from './tokens.ts';

/** RFC 4648, 6, in small letters: servers may change the case of an address's local part. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS = 5;
const PREFIX = 'b-';
/** 30 bytes of a token. */
const LENGTH = 48;

/** Whose mail came back, and at which of its attempts. */
export interface ReturnedMail {
  readonly delivery: number;
  /** 1 or more. */
  readonly attempt: number;
}

/** The return path of an attempt: `b-<token>@<bounce domain>`. The token names the delivery and the attempt, and can't be guessed. */
export function returnPathOf(
  { delivery, attempt }: ReturnedMail,
  key: TokenKey,
  bounceDomain: string,
): string {
  const raw = Buffer.from(signToken(key, 'bounce', delivery, attempt), 'base64url');
  return `${PREFIX}${encode(raw)}@${bounceDomain}`;
}

/** What a return path names, in whatever case it comes back; null where the token is not ours. */
export function readReturnPath(address: string, key: TokenKey): ReturnedMail | null {
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@'))).toLowerCase();
  if (!local.startsWith(PREFIX) || local.length !== PREFIX.length + LENGTH) return null;
  const raw = decode(local.slice(PREFIX.length));
  const content = raw && readToken(key, 'bounce', raw.toString('base64url'));
  return content ? { delivery: content.id, attempt: content.second } : null;
}

function encode(raw: Buffer): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of raw) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= BITS; bits -= BITS) text += ALPHABET[(held >> (bits - BITS)) & 31];
    held &= (1 << bits) - 1;
  }
  return text;
}

function decode(text: string): Buffer | null {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) return null;
    held = (held << BITS) | value;
    bits += BITS;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
    held &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
