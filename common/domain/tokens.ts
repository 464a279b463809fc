import { type Cipher, createCipheriv, hkdfSync, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Signed tokens for the links in mails. A token has 40 URL-safe characters: the id of the key that signed it (3 bytes), the delivery's id
 * (7), a second number (4, the id of a link), the account (4) and a tag of 96 bit. These 30 bytes leave no spare bits in base64, so each
 * token has one spelling. Older tokens stay valid forever: they have no account and a tag of 128 bit, and the oldest, of 36 characters,
 * no key id either.
 * The tag is AES-256 of the one block `purpose | id | second number | account`, under a key that HKDF-SHA-256 derives from a signing
 * secret; the first bit of the block tells it from the block of an older token. On blocks of a fixed form a block cipher is a
 * pseudo-random function, and so a MAC (Bellare, Kilian and Rogaway, 1994; CMAC of one block is the same), of which 96 bit suffice
 * (RFC 4494). A tag for one purpose reveals nothing about tags for another. HMAC would be slower: 1.9 µs in Node, so 13 µs for the seven
 * tokens of a mail (open, five links, unsubscribe); seven blocks in one call cost 1.5 µs in total.
 */
export interface TokenKey {
  readonly cipher: Cipher;
  /** Identifies the key in 3 bytes that reveal nothing about the secret. */
  readonly id: Buffer;
  /** Keys that no longer sign. Their tokens stay valid forever. */
  readonly older: readonly TokenKey[];
}

/** A token for one purpose is not valid for another. The numbers are in sent mails, so they never change. */
export const TOKEN_PURPOSES = Object.freeze({
  open: 1,
  click: 2,
  unsubscribe: 3,
  preferences: 4,
  verify: 5,
  notifications: 6,
  message: 7,
  confirm: 8,
  bounce: 9,
  report: 10,
} as const);
export type TokenPurpose = keyof typeof TOKEN_PURPOSES;

export const TOKEN_LENGTH = 40;

const AFTER_TOKEN = /^[.,;:!?'"’”»)>\]}*]{1,3}$/;

/** The token of a link without punctuation that followed the link in a text: some mail programs take it for a part of the link. */
export const tokenOfLink = (text: string): string =>
  AFTER_TOKEN.test(text.slice(TOKEN_LENGTH)) ? text.slice(0, TOKEN_LENGTH) : text;

/** Replaces the token in links of tests and previews. It is signed by no key, and as long as one. */
export const INERT_TOKEN = 'this-link-belongs-to-a-test-or-preview--';

/** Their second number is the mail's contact, so that an opt-out works without the delivery's row (decision 010). */
const OF_CONTACT: ReadonlySet<TokenPurpose> = new Set<TokenPurpose>(['unsubscribe', 'preferences']);

/** The second number that names a contact: 0 without one, and for an id that does not fit in 32 bits. */
export const contactInToken = (contactId: number | null | undefined): number =>
  contactId && contactId < 2 ** 32 ? contactId : 0;

/**
 * Usually `id` is a delivery; `second` is the link of a click, the contact of an opt-out, otherwise 0. To verify: the sender and a nonce.
 * For notifications: the id of the recipient. To confirm: that id and a nonce. Of a bounce: the delivery and its attempt. Of a report: the
 * sending domain.
 */
export interface TokenContent {
  /** Null in tokens of older versions. */
  readonly account: number | null;
  readonly id: number;
  readonly second: number;
}

/** A mail: a delivery and its account. */
export interface MailOfAccount {
  readonly account: number;
  readonly id: number;
}

const [KEY_BYTES, ID_BYTES, SECOND_BYTES, ACCOUNT_BYTES, BLOCK_BYTES, RAW_BYTES] = [3, 7, 4, 4, 16, 30];
const SECOND_AT = KEY_BYTES + ID_BYTES;
const ACCOUNT_AT = SECOND_AT + SECOND_BYTES;
const TAG_AT = ACCOUNT_AT + ACCOUNT_BYTES;
const BLOCK_ID_AT = 1;
const BLOCK_ACCOUNT_AT = BLOCK_ID_AT + ID_BYTES + SECOND_BYTES;
/** In the first byte of a block that has an account. */
const WITH_ACCOUNT = 0x80;
const TOKEN = /^([\w-]{36}|[\w-]{40})$/;

/** Keys by their secret: deriving one costs more than a thousand tokens. */
const keys = new LRUCache<string, Omit<TokenKey, 'older'>>({ max: 64 });

function derivedKey(secret: string): Omit<TokenKey, 'older'> {
  let key = keys.get(secret);
  if (key === undefined) {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'links in mails', 32));
    key = {
      cipher: createCipheriv('aes-256-ecb', bytes, null).setAutoPadding(false),
      id: Buffer.from(hkdfSync('sha256', secret, '', 'id of the key', KEY_BYTES)),
    };
    keys.set(secret, key);
  }
  return key;
}

/** The key of one or more signing secrets: the first signs, all verify. */
export function tokenKey(secrets: string | readonly string[]): TokenKey {
  const [secret, ...older] = typeof secrets === 'string' ? [secrets] : secrets;
  if (secret === undefined) throw new RangeError('A token key needs at least one secret.');
  return { ...derivedKey(secret), older: older.map((one) => tokenKey(one)) };
}

/** Writes 7 bytes, big-endian, enough for every safe integer. */
function writeId(target: Buffer, at: number, id: number): void {
  target.writeUIntBE(Math.floor(id / 2 ** 32), at, 3);
  target.writeUInt32BE(id % 2 ** 32, at + 3);
}

function checkNumbers(account: number, id: number, second: number): void {
  if (!Number.isSafeInteger(id) || id < 0)
    throw new RangeError('The id of a token must be a safe integer from 0.');
  if (!Number.isInteger(second) || second < 0 || second >= 2 ** 32)
    throw new RangeError('The second number of a token must fit in 32 bits.');
  if (!Number.isInteger(account) || account < 0 || account >= 2 ** 32)
    throw new RangeError('The account of a token must fit in 32 bits.');
}

/**
 * Returns a function from a mail to the tokens of `kinds` as ASCII, one after the other. Each call reuses that buffer. `contact` is the
 * second number of tokens to opt out.
 */
export function tokenSigner(
  key: TokenKey,
  kinds: readonly { readonly purpose: TokenPurpose; readonly second: number }[],
): (account: number, id: number, contact?: number) => Buffer {
  const blocks = Buffer.alloc(kinds.length * BLOCK_BYTES);
  const raw = Buffer.alloc(kinds.length * RAW_BYTES);
  const characters = Buffer.alloc(kinds.length * TOKEN_LENGTH);
  for (const [at, { purpose, second }] of kinds.entries()) {
    checkNumbers(0, 0, second);
    blocks[at * BLOCK_BYTES] = TOKEN_PURPOSES[purpose] | WITH_ACCOUNT;
    blocks.writeUInt32BE(second, at * BLOCK_BYTES + BLOCK_ID_AT + ID_BYTES);
    raw.set(key.id, at * RAW_BYTES);
    raw.writeUInt32BE(second, at * RAW_BYTES + SECOND_AT);
  }
  const ofContact = kinds.flatMap(({ purpose }, at) => (OF_CONTACT.has(purpose) ? at : []));
  const idBytes = Buffer.alloc(ID_BYTES);
  let last = -1;
  function setAccount(account: number): void {
    for (let at = 0; at < kinds.length; at++) {
      blocks.writeUInt32BE(account, at * BLOCK_BYTES + BLOCK_ACCOUNT_AT);
      raw.writeUInt32BE(account, at * RAW_BYTES + ACCOUNT_AT);
    }
    last = account;
  }
  return (account, id, contact = 0) => {
    checkNumbers(account, id, contact);
    if (account !== last) setAccount(account);
    for (const at of ofContact) {
      blocks.writeUInt32BE(contact, at * BLOCK_BYTES + BLOCK_ID_AT + ID_BYTES);
      raw.writeUInt32BE(contact, at * RAW_BYTES + SECOND_AT);
    }
    writeId(idBytes, 0, id);
    for (let at = 0; at < kinds.length; at++) {
      blocks.set(idBytes, at * BLOCK_BYTES + BLOCK_ID_AT);
      raw.set(idBytes, at * RAW_BYTES + KEY_BYTES);
    }
    const tags = key.cipher.update(blocks);
    for (let at = 0; at < kinds.length; at++) {
      let from = at * BLOCK_BYTES;
      for (let to = at * RAW_BYTES + TAG_AT; to < (at + 1) * RAW_BYTES; to++) raw[to] = tags[from++]!;
    }
    characters.write(raw.toString('base64url'), 0, 'latin1');
    return characters;
  };
}

/** Signs tokens of one purpose. Returns the 30 bytes of a token, which the next call overwrites. It costs 1 µs. */
export function rawTokenSigner(
  key: TokenKey,
  purpose: TokenPurpose,
): (account: number, id: number, second: number) => Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  const raw = Buffer.alloc(RAW_BYTES);
  block[0] = TOKEN_PURPOSES[purpose] | WITH_ACCOUNT;
  raw.set(key.id, 0);
  return (account, id, second) => {
    checkNumbers(account, id, second);
    writeId(block, BLOCK_ID_AT, id);
    block.writeUInt32BE(second, BLOCK_ID_AT + ID_BYTES);
    block.writeUInt32BE(account, BLOCK_ACCOUNT_AT);
    for (let at = BLOCK_ID_AT; at < BLOCK_BYTES; at++) raw[KEY_BYTES - BLOCK_ID_AT + at] = block[at]!;
    const tag = key.cipher.update(block);
    for (let to = TAG_AT, from = 0; to < RAW_BYTES; ) raw[to++] = tag[from++]!;
    return raw;
  };
}

/** `id` is a safe integer from 0, `account` and `second` are below 2^32; throws a RangeError otherwise. */
export const signToken = (
  key: TokenKey,
  purpose: TokenPurpose,
  { account, id }: MailOfAccount,
  second = 0,
): string => tokenSigner(key, [{ purpose, second }])(account, id, second).toString('latin1');

/** Null when we did not sign it. Any key may have signed a token without a key id. The tag is compared in constant time. */
export function readToken(key: TokenKey, purpose: TokenPurpose, token: string): TokenContent | null {
  if (!TOKEN.test(token)) return null;
  const whole = Buffer.from(token, 'base64url');
  const named = whole.length === RAW_BYTES;
  const raw = named ? whole.subarray(KEY_BYTES) : whole;
  for (const one of [key, ...key.older]) {
    if (named && !whole.subarray(0, KEY_BYTES).equals(one.id)) continue;
    const content = readSigned(one, purpose, raw, true) ?? readSigned(one, purpose, raw, false);
    if (content) return content;
  }
  return null;
}

function readSigned(
  key: TokenKey,
  purpose: TokenPurpose,
  raw: Buffer,
  withAccount: boolean,
): TokenContent | null {
  const high = raw.readUIntBE(0, 3);
  const id = high * 2 ** 32 + raw.readUInt32BE(3);
  if (!Number.isSafeInteger(id)) return null;
  const second = raw.readUInt32BE(ID_BYTES);
  const tagAt = ID_BYTES + SECOND_BYTES + (withAccount ? ACCOUNT_BYTES : 0);
  const block = Buffer.alloc(BLOCK_BYTES);
  block[0] = TOKEN_PURPOSES[purpose] | (withAccount ? WITH_ACCOUNT : 0);
  raw.copy(block, BLOCK_ID_AT, 0, tagAt);
  const tag = key.cipher.update(block).subarray(0, raw.length - tagAt);
  if (!timingSafeEqual(tag, raw.subarray(tagAt))) return null;
  return { account: withAccount ? raw.readUInt32BE(ID_BYTES + SECOND_BYTES) : null, id, second };
}
