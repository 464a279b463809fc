import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataKey, type DataKeyDocument } from '../models/data-keys.ts';
import { DeletedAccount, type DeletedAccountDocument } from '../models/deleted-accounts.ts';
import { Erasure, type ErasureDocument } from '../models/erasures.ts';
import { ERASURE_KEY } from '../secrets/erasure-key.ts';
import { everywhere } from '../store/everywhere.ts';
import { BadBackup } from './format.ts';
import { writeWhole } from './whole-file.ts';

const FORMAT = 'mailing-service-erasures';
/** 2: with deleted accounts. */
const VERSION = 2;

export type StoredKey = DataKeyDocument;

/** The store has the hash, not the address. */
export type KeptErasure = Pick<ErasureDocument, '_id' | 'user_id' | 'requested_at'>;

export type KeptDeletion = Pick<DeletedAccountDocument, '_id' | 'closed_at' | 'begun_at' | 'mails'>;

/** Writes erasures (hashes, sealed key) and deleted accounts into a file, replacing an existing one at the end. Returns their number. */
export async function writeErasures(file: string): Promise<number> {
  const key = await DataKey.findOne({ _id: ERASURE_KEY });
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    yield `${JSON.stringify({ format: FORMAT, version: VERSION, key })}\n`;
    const all = everywhere(Erasure, 'backup')
      .find()
      .project<KeptErasure>({ user_id: 1, requested_at: 1 })
      .sort({ _id: 1 });
    for await (const { _id, user_id, requested_at } of all) {
      count += 1;
      yield `${JSON.stringify({ _id, user_id, requested_at })}\n`;
    }
    const deleted = DeletedAccount.find()
      .project<KeptDeletion>({ closed_at: 1, begun_at: 1, mails: 1 })
      .sort({ _id: 1 });
    for await (const { _id, closed_at, begun_at, mails } of deleted) {
      count += 1;
      yield `${JSON.stringify({ account: _id, closed_at, begun_at, mails })}\n`;
    }
    yield `${JSON.stringify({ count })}\n`;
  }
  await writeWhole(file, (into) => pipeline(Readable.from(lines()), into));
  return count;
}

const broken = (): BadBackup => new BadBackup('The erasure file is damaged or incomplete.');

/** Returns the key. `each` gets groups of erasures, `eachDeleted` each account. Throws {@link BadBackup} for an incomplete file. */
export async function readErasures(
  file: string,
  each: (some: readonly KeptErasure[]) => Promise<unknown> = async () => {},
  eachDeleted: (one: KeptDeletion) => Promise<unknown> = async () => {},
): Promise<StoredKey | null> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  let head: { readonly key: StoredKey | null } | undefined;
  let some: KeptErasure[] = [];
  let count = 0;
  let complete = false;
  for await (const line of lines) {
    const read = parsed(line);
    if (!head) {
      if (read['format'] !== FORMAT) throw new BadBackup('The file is not an erasure file of this service.');
      if (Number(read['version']) > VERSION)
        throw new BadBackup('A newer release wrote the erasure file. Use that release.');
      head = { key: keyOf(read['key']) };
    } else if ('count' in read) {
      if (read['count'] !== count) throw broken();
      complete = true;
    } else if ('account' in read) {
      count += 1;
      await eachDeleted(deletionOf(read));
    } else {
      some.push(erasureOf(read));
      count += 1;
      if (some.length < 1000) continue;
      await each(some);
      some = [];
    }
  }
  if (!head || !complete) throw broken();
  if (some.length > 0) await each(some);
  return head.key;
}

function parsed(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    throw broken();
  }
}

const keyOf = (read: unknown): StoredKey | null => {
  if (read === null) return null;
  const { created_at, sealed_at, ...key } = read as StoredKey;
  return { ...key, created_at: new Date(created_at), sealed_at: new Date(sealed_at) };
};

function erasureOf({ _id, user_id, requested_at }: Record<string, unknown>): KeptErasure {
  if (typeof _id !== 'string' || typeof user_id !== 'number' || typeof requested_at !== 'string')
    throw broken();
  return { _id, user_id, requested_at: new Date(requested_at) };
}

function deletionOf({ account, closed_at, begun_at, mails }: Record<string, unknown>): KeptDeletion {
  const isOne =
    Number.isSafeInteger(account) &&
    typeof closed_at === 'string' &&
    typeof begun_at === 'string' &&
    Array.isArray(mails) &&
    mails.every(({ first, last }) => Number.isSafeInteger(first) && Number.isSafeInteger(last));
  if (!isOne) throw broken();
  return {
    _id: account as number,
    closed_at: new Date(closed_at),
    begun_at: new Date(begun_at),
    mails: mails.map(({ first, last }) => ({ first, last })),
  };
}
