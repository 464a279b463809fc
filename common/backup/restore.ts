import mongoose from 'mongoose';
import { now } from '../clock.ts';
import { createIndexes } from '../migrations/indexes.ts';
import { releaseStoreLease, takeStoreLease } from '../migrations/lease.ts';
import { readStoreState } from '../migrations/store-state.ts';
import { DataKey } from '../models/data-keys.ts';
import { DeletedAccount } from '../models/deleted-accounts.ts';
import { Erasure } from '../models/erasures.ts';
import { livingWorkers } from '../queries/living-workers.ts';
import { ERASURE_KEY } from '../secrets/erasure-key.ts';
import { upserting } from '../store/collection.ts';
import { ignoringDuplicates } from '../store/connection.ts';
import { everywhere, type Question } from '../store/everywhere.ts';
import { deleteAgain, mergeDeletion } from './deleted-again.ts';
import { type KeptErasure, readErasures, type StoredKey } from './erasures-file.ts';
import { findErased } from './find-erased.ts';
import { readDocument, readExactly } from './format.ts';
import { holdEverything } from './hold.ts';
import { inspectBackup, readBackup } from './read-backup.ts';

export class RestoreRefusal extends Error {}

const GROUP_DOCUMENTS = 1000;
const GROUP_BYTES = 8 * 2 ** 20;
/** Collections in which even a new store has rows. */
const OWN = new Set(['store_states', 'workers']);
/** Rows of these collections may survive the clearing: they are newer than the backup's. */
const KEPT: ReadonlySet<string> = new Set([Erasure.name, DeletedAccount.name, DataKey.name]);
const NOTED_AT_START = 'signing_keys';

/**
 * Checks the whole backup, then loads it and holds everything that would be sent. The store must be empty, unless `replace` clears it. No
 * program starts on the store until the restore is complete; an interrupted restore starts again from the beginning. API and workers must
 * be stopped.
 * Later erasures and deletions are taken from the store, when it has the same key, and from the file `erasures` (`npm run erasures`). The
 * secrets of `common/secrets/erasure-key.ts` must be set when any exist. Returns the number of each: workers erase and delete again.
 */
export async function restoreBackup(file: string, replace: boolean, erasures: string | null = null) {
  const { head } = await inspectBackup(file);
  const saved = await keyIn(file);
  const given = erasures === null ? null : await readErasures(erasures);
  if (given && saved && !isSameKey(given, saved))
    throw new RestoreRefusal('The erasure file and the backup are of different stores.');
  const state = await readStoreState(head.schema_version);
  await refuseInUse(replace || state.restoring);
  const lease = await takeStoreLease();
  if (!lease) throw new RestoreRefusal('Another migration or restore is running. Try again in 30 s.');
  try {
    await lease.write({ $set: { restoring: true } });
    await clear(await isOfSameStore(saved, given));
    await load(file);
    if (given) await ignoringDuplicates(DataKey.insertOne(given));
    if (erasures !== null) await readErasures(erasures, mergeErasures, mergeDeletion);
    await createIndexes();
    await holdEverything();
    const erased = await findErased(head.taken_at);
    const deleted = await deleteAgain();
    const ours = await lease.write({
      $set: {
        schema_version: head.schema_version,
        migrating: null,
        restored: { taken_at: head.taken_at, at: now() },
        restoring: false,
      },
    });
    // The lease was lost because this process did not run for more than 30 s; another process may have written since.
    if (!ours) throw new RestoreRefusal('The restore lost its lease. Start it again.');
    return { head, erased, deleted };
  } finally {
    await releaseStoreLease(lease);
  }
}

/** A key is created once. A change of secrets only seals it again. */
const isSameKey = (one: StoredKey, other: StoredKey): boolean =>
  one.created_at.getTime() === other.created_at.getTime();

/** The erasure key in a backup; null when no erasure was ever requested. */
async function keyIn(file: string): Promise<StoredKey | null> {
  let target = '';
  for await (const one of readBackup(file)) {
    if (one.kind === 'C') target = (readDocument(one) as { name: string }).name;
    // Collections are in the order of their names.
    if (target > DataKey.name) break;
    if (one.kind !== 'D' || target !== DataKey.name) continue;
    const key = readDocument(one) as StoredKey;
    if (key._id === ERASURE_KEY) return key;
  }
  return null;
}

/** Whether the store's erasures belong to the saved store: its hashes compare with no other key. */
async function isOfSameStore(saved: StoredKey | null, given: StoredKey | null): Promise<boolean> {
  const own = await DataKey.findOne({ _id: ERASURE_KEY });
  return own !== null && [saved, given].every((key) => key === null || isSameKey(key, own));
}

async function mergeErasures(some: readonly KeptErasure[]): Promise<void> {
  await everywhere(Erasure, 'backup').bulkWrite(
    some.map(({ _id, user_id, requested_at }) =>
      upserting(
        { _id, user_id },
        {
          $max: { requested_at },
          $set: { sealed: null, due_at: null, done_at: null },
          $unset: { pass: '' },
          $setOnInsert: { erased_at: null, passes: 0 },
        },
      ),
    ),
    { ordered: false },
  );
}

const collections = async (): Promise<string[]> =>
  (await mongoose.connection.db!.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'));

async function refuseInUse(replace: boolean): Promise<void> {
  const { length: living } = await livingWorkers();
  if (living > 0) {
    throw new RestoreRefusal(
      `${living} worker(s) run on this store. Stop workers and API first. A killed worker counts for 15 s.`,
    );
  }
  if (replace) return;
  for (const name of await collections()) {
    if (
      OWN.has(name) ||
      name === NOTED_AT_START ||
      !(await mongoose.connection.db!.collection(name).findOne({}, { comment: 'backup' satisfies Question }))
    )
      continue;
    throw new RestoreRefusal(
      'The store is not empty. Restore into an empty store, or clear this one with --replace.',
    );
  }
}

const STAY: ReadonlySet<string> = new Set([Erasure.name, DeletedAccount.name]);

async function clear(keepErasures: boolean): Promise<void> {
  for (const name of await collections()) {
    if (name === 'store_states' || (keepErasures && STAY.has(name))) continue;
    if (keepErasures && name === DataKey.name) await DataKey.deleteMany({ _id: { $ne: ERASURE_KEY } });
    else await mongoose.connection.db!.dropCollection(name);
  }
}

async function load(file: string): Promise<void> {
  const db = mongoose.connection.db!;
  let target = '';
  let group: object[] = [];
  let bytes = 0;
  const write = async (): Promise<void> => {
    if (group.length > 0) {
      const written = db.collection(target).insertMany(group, { ordered: false });
      await (KEPT.has(target) ? ignoringDuplicates(written) : written);
    }
    group = [];
    bytes = 0;
  };
  for await (const one of readBackup(file)) {
    if (one.kind === 'C') target = (readDocument(one) as { name: string }).name;
    if (one.kind === 'D' && !OWN.has(target)) {
      group.push(readExactly(one));
      bytes += one.bytes.length;
      if (group.length >= GROUP_DOCUMENTS || bytes >= GROUP_BYTES) await write();
    }
    if (one.kind === 'E') await write();
  }
}
