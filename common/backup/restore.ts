import mongoose from 'mongoose';
import { now } from '../clock.ts';
import { createIndexes } from '../indexes.ts';
import { takeStoreLease } from '../migrations/lease.ts';
import { readStoreState } from '../migrations/store-state.ts';
import { StoreState } from '../models/store-states.ts';
import { WorkerPresence } from '../models/workers.ts';
import { rows } from '../mongo.ts';
import { type Head, readDocument, readExactly } from './format.ts';
import { holdEverything } from './hold.ts';
import { inspectBackup, readBackup } from './read-backup.ts';

/** The restore is refused, in words. */
export class RestoreRefused extends Error {}

const GROUP_DOCUMENTS = 1000;
const GROUP_BYTES = 8 * 2 ** 20;
const ALIVE_MS = 15_000;
/** Rows that a store has without ever having been used. */
const OWN = new Set(['store_states', 'workers']);
/** A program notes these at its start. */
const NOTED_AT_START = 'signing_keys';

/**
 * Reads a backup into the store, once the whole of it is known to be sound, and holds all that would be sent. The
 * store must be empty, or `replace` clears it. Until it came to its end no program runs on the store; a restore that
 * was broken off is begun anew. Api and workers must be stopped.
 */
export async function restoreBackup(file: string, replace: boolean): Promise<Head> {
  const { head } = await inspectBackup(file);
  const state = await readStoreState(head.schema_version);
  await refuseInUse(replace || state.restoring);
  const lease = await takeStoreLease();
  if (!lease)
    throw new RestoreRefused('Another migration or restore is under way; its lease ends within 30 s.');
  const ours = { _id: 'store', lease_token: lease.token } as const;
  try {
    await rows(StoreState).updateOne(ours, { $set: { restoring: true } });
    await clear();
    await load(file);
    await createIndexes();
    await holdEverything();
    const { matchedCount } = await rows(StoreState).updateOne(ours, {
      $set: {
        schema_version: head.schema_version,
        migrating: null,
        restored: { taken_at: head.taken_at, at: now() },
        restoring: false,
      },
    });
    // It stood still for more than 30 s, and who took the lease may have written too.
    if (matchedCount === 0) throw new RestoreRefused('The restore lost its lease on the way: begin it anew.');
  } finally {
    await lease.release();
  }
  return head;
}

const collections = async (): Promise<string[]> =>
  (await mongoose.connection.db!.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'));

async function refuseInUse(replace: boolean): Promise<void> {
  const alive = await rows(WorkerPresence).countDocuments({
    seen_at: { $gt: new Date(now().getTime() - ALIVE_MS) },
  });
  if (alive > 0) {
    throw new RestoreRefused(
      `${alive} worker(s) run on this store. Stop workers and API first; one that was killed counts as gone after 15 s.`,
    );
  }
  if (replace) return;
  for (const name of await collections()) {
    if (
      OWN.has(name) ||
      name === NOTED_AT_START ||
      !(await mongoose.connection.db!.collection(name).findOne({}))
    )
      continue;
    throw new RestoreRefused(
      'The store is not empty. Restore into an empty one, or give --replace to clear it.',
    );
  }
}

async function clear(): Promise<void> {
  for (const name of await collections()) {
    if (name !== 'store_states') await mongoose.connection.db!.dropCollection(name);
  }
}

async function load(file: string): Promise<void> {
  const db = mongoose.connection.db!;
  let target = '';
  let group: object[] = [];
  let bytes = 0;
  const write = async (): Promise<void> => {
    if (group.length > 0) await db.collection(target).insertMany(group, { ordered: false });
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
