import { gunzipSync, inflateSync } from 'node:zlib';
import mongoose from 'mongoose';
import type { RedisConnection } from '../../common/redis/redis.ts';

const CAPITAL_A = 0x41;
const CAPITAL_Z = 0x5a;

/** How bytes may have a text: in UTF-8 and UTF-16, and in base64 at each of its three places. */
function formsOf(text: string): readonly Buffer[] {
  const spellings = [text, text.normalize('NFD')];
  const base64 = spellings.flatMap((one) =>
    [0, 1, 2].map((pad) => {
      const encoded = Buffer.from('x'.repeat(pad) + one)
        .toString('base64')
        .replace(/=+$/, '');
      // The first and last characters also have bits of its neighbours.
      return Buffer.from(encoded.slice(pad === 0 ? 0 : pad + 1, -1));
    }),
  );
  return [...spellings.flatMap((one) => [Buffer.from(one), Buffer.from(one, 'utf16le')]), ...base64];
}

/** In lower case where they are ASCII letters, and as they are. */
const has = (bytes: Buffer, forms: readonly Buffer[]): boolean => {
  const lower = Buffer.from(bytes);
  for (let at = 0; at < lower.length; at += 1) {
    const byte = lower[at]!;
    if (byte >= CAPITAL_A && byte <= CAPITAL_Z) lower[at] = byte + 0x20;
  }
  return forms.some((form) => bytes.includes(form) || lower.includes(form));
};

/** The texts that are compressed somewhere in bytes. */
function* unpacked(bytes: Buffer): Generator<Buffer> {
  for (const [magic, unpack] of [
    [Buffer.from([0x1f, 0x8b]), gunzipSync],
    [Buffer.from([0x78, 0x9c]), inflateSync],
  ] as const) {
    for (let at = bytes.indexOf(magic); at !== -1; at = bytes.indexOf(magic, at + 1)) {
      try {
        yield unpack(bytes.subarray(at));
      } catch {
        // It only looks so.
      }
    }
  }
}

/** Whether bytes have a text in any form; of letters without marks, in any case. */
export const contains = (bytes: Buffer, text: string): boolean => hasPacked(bytes, formsOf(text));

const hasPacked = (bytes: Buffer, forms: readonly Buffer[]): boolean =>
  has(bytes, forms) || [...unpacked(bytes)].some((one) => has(one, forms));

/** Where a text is in the store and in Redis: names of collections and keys. */
export async function whereIs(text: string, redis: RedisConnection): Promise<string[]> {
  const places: string[] = [];
  const forms = formsOf(text);
  const db = mongoose.connection.db!;
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    for await (const document of db.collection(name).find({}, { raw: true })) {
      if (hasPacked(document as unknown as Buffer, forms)) places.push(name);
    }
  }
  for (const key of await redis.keys('*')) {
    const value = await redis.dumpBuffer(key);
    const kept = await valuesOf(redis, key);
    if ([Buffer.from(key), value ?? Buffer.alloc(0), ...kept].some((bytes) => hasPacked(bytes, forms)))
      places.push(key);
  }
  return [...new Set(places)];
}

/** The values of a key: a dump may have them compressed in a way of Redis' own. */
async function valuesOf(redis: RedisConnection, key: string): Promise<Buffer[]> {
  switch (await redis.type(key)) {
    case 'string':
      return [(await redis.getBuffer(key)) ?? Buffer.alloc(0)];
    case 'hash':
      return Object.entries(await redis.hgetall(key)).map((entry) => Buffer.from(entry.join(' ')));
    case 'list':
      return redis.lrangeBuffer(key, 0, -1);
    case 'set':
      return redis.smembersBuffer(key);
    case 'zset':
      return redis.zrangeBuffer(key, '0', '-1');
    case 'stream':
      return [Buffer.from(JSON.stringify(await redis.xrange(key, '-', '+')))];
    default:
      return [];
  }
}
