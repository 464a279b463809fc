import {
  type MailOfAccount,
  rawTokenSigner,
  readToken,
  signToken,
  TOKEN_LENGTH,
  type TokenContent,
  type TokenKey,
  type TokenPurpose,
  tokenKey,
} from './tokens.ts';

/** RFC 4648, 6, in small letters: servers may change the case of an address's local part. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS = 5;
/** Characters of a token of 30 bytes. */
export const ADDRESS_TOKEN_LENGTH = 48;
/** Return path `b-<token>@…`, List-Unsubscribe `u-<token>@…`, and `rua` of DMARC. They are in sent mails and the DNS, so they never change. */
export const ADDRESS_PREFIXES = Object.freeze({
  bounce: 'b-',
  unsubscribe: 'u-',
  report: 'dmarc-',
} as const satisfies Partial<Record<TokenPurpose, string>>);
type AddressPurpose = keyof typeof ADDRESS_PREFIXES;

export interface ReturnedMail {
  /** Null in return paths of older versions. */
  readonly account: number | null;
  readonly delivery: number;
  /** 1 or more. */
  readonly attempt: number;
}

/** Its token names the mail and the attempt, and can't be guessed. */
export const returnPathOf = (mail: MailOfAccount, attempt: number, key: TokenKey, domain: string): string =>
  addressOf('bounce', signToken(key, 'bounce', mail, attempt), domain);

/** Makes the return paths of many mails, the same as {@link returnPathOf}, in 2 µs each, because it reuses a buffer. */
export function returnPaths(
  secret: string,
  domain: string,
): (account: number, delivery: number, attempt: number) => string {
  const sign = rawTokenSigner(tokenKey(secret), 'bounce');
  const text = Buffer.from(
    `${ADDRESS_PREFIXES.bounce}${' '.repeat(ADDRESS_TOKEN_LENGTH)}@${domain}`,
    'latin1',
  );
  return (account, delivery, attempt) => {
    writeBase32(sign(account, delivery, attempt), text, ADDRESS_PREFIXES.bounce.length);
    return text.toString('latin1');
  };
}

/** Reads a return path in any case; null when the token is not ours. */
export function readReturnPath(address: string, key: TokenKey): ReturnedMail | null {
  const content = contentOf('bounce', address, key);
  return content && { account: content.account, delivery: content.id, attempt: content.second };
}

/** The address to which a mail reader writes to unsubscribe the recipient of this delivery. */
export const unsubscribeAddressOf = (
  mail: MailOfAccount,
  key: TokenKey,
  domain: string,
  contact = 0,
): string => addressOf('unsubscribe', signToken(key, 'unsubscribe', mail, contact), domain);

export const readUnsubscribeAddress = (address: string, key: TokenKey): TokenContent | null =>
  contentOf('unsubscribe', address, key);

/** The address to which receivers of mail send reports about a sending domain. */
export const reportAddressOf = (sendingDomain: MailOfAccount, key: TokenKey, domain: string): string =>
  addressOf('report', signToken(key, 'report', sendingDomain), domain);

/** Null when the token is not ours; otherwise `id` is the sending domain. */
export const readReportAddress = (address: string, key: TokenKey): TokenContent | null =>
  contentOf('report', address, key);

const addressOf = (purpose: AddressPurpose, token: string, domain: string): string =>
  `${ADDRESS_PREFIXES[purpose]}${toBase32(Buffer.from(token, 'base64url'))}@${domain}`;

function contentOf(purpose: AddressPurpose, address: string, key: TokenKey) {
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@'))).toLowerCase();
  const prefix = ADDRESS_PREFIXES[purpose];
  if (!local.startsWith(prefix) || local.length !== prefix.length + ADDRESS_TOKEN_LENGTH) return null;
  const raw = ofBase32(local.slice(prefix.length));
  return raw && readToken(key, purpose, raw.toString('base64url'));
}

const LETTERS = Buffer.from(ALPHABET);

/** 5 bytes become 8 characters. */
function writeBase32(raw: Buffer, target: Buffer, start: number): void {
  let to = start;
  for (let at = 0; at < raw.length; at += 5) {
    // Two halves of 20 bits.
    const first = (raw[at]! << 12) | (raw[at + 1]! << 4) | (raw[at + 2]! >> 4);
    const second = ((raw[at + 2]! & 15) << 16) | (raw[at + 3]! << 8) | raw[at + 4]!;
    for (let shift = 15; shift >= 0; shift -= 5) target[to++] = LETTERS[(first >> shift) & 31]!;
    for (let shift = 15; shift >= 0; shift -= 5) target[to++] = LETTERS[(second >> shift) & 31]!;
  }
}

/** Base32 of a multiple of 5 bytes. */
export function toBase32(raw: Buffer): string {
  const text = Buffer.alloc((raw.length / 5) * 8);
  writeBase32(raw, text, 0);
  return text.toString('latin1');
}

/** The values of base64url's characters. */
const SIXES = new Uint8Array(128);
for (const [value, code] of Buffer.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
).entries())
  SIXES[code] = value;

/** 40 characters of base64url become 48: five have the bits of six. Numbers stay below 2^31, which V8 keeps without allocation. */
export function writeAddressToken(target: Buffer, start: number, tokens: Buffer, from: number): void {
  let at = start;
  for (let five = from; five < from + TOKEN_LENGTH; five += 5) {
    const bits =
      (SIXES[tokens[five]!]! << 24) |
      (SIXES[tokens[five + 1]!]! << 18) |
      (SIXES[tokens[five + 2]!]! << 12) |
      (SIXES[tokens[five + 3]!]! << 6) |
      SIXES[tokens[five + 4]!]!;
    for (let shift = 25; shift >= 0; shift -= BITS) target[at++] = LETTERS[(bits >> shift) & 31]!;
  }
}

function ofBase32(text: string): Buffer | null {
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
