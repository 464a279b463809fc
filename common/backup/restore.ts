import mongoose from 'mongoose';
import { now } from '../clock.ts';
import { releaseStoreLease, takeStoreLease } from '../migrations/lease.ts';
import { readStoreState } from '../migrations/store-state.ts';
import { createIndexes } from '../mongo/indexes.ts';
import { livingWorkers } from '../queries/living-workers.ts';
import { type Head, readDocument, readExactly } from './format.ts';
import { holdEverything } from './hold.ts';
import { inspectBackup, readBackup } from './read-backup.ts';

/** Why a restore is refused, as a readable text. */
export class RestoreRefused extends Error {}

const GROUP_DOCUMENTS = 1000;
const GROUP_BYTES = 8 * 2 ** 20;
/** Collections in which even a store that was never used has rows. */
const OWN = new Set(['store_states', 'workers']);
/** A collection that a program writes when it starts. */
const NOTED_AT_START = 'signing_keys';

/**
 * Checks the whole backup, then reads it into the store and holds everything that would be sent. The store must be empty,
 * unless `replace` clears it. Until the restore is complete no program starts on the store; an interrupted restore is
 * started again from the beginning. API and workers must be stopped.
 */
export async function restoreBackup(file: string, replace: boolean): Promise<Head> {
  const { head } = await inspectBackup(file);
  const state = await readStoreState(head.schema_version);
  await refuseInUse(replace || state.restoring);
  const lease = await takeStoreLease();
  if (!lease)
    throw new RestoreRefused('Another migration or restore is under way; its lease ends within 30 s.');
  try {
    await lease.write({ $set: { restoring: true } });
    await clear();
    await load(file);
    await createIndexes();
    await holdEverything();
    const ours = await lease.write({
      $set: {
        schema_version: head.schema_version,
        migrating: null,
        restored: { taken_at: head.taken_at, at: now() },
        restoring: false,
      },
    });
    // The lease was lost because this process stood still for more than 30 s; another process may have written since.
    if (!ours) throw new RestoreRefused('The restore lost its lease on the way: start it again.');
  } finally {
    await releaseStoreLease(lease);
  }
  return head;
}

const collections = async (): Promise<string[]> =>
  (await mongoose.connection.db!.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'));

async function refuseInUse(replace: boolean): Promise<void> {
  const { length: living } = await livingWorkers();
  if (living > 0) {
    throw new RestoreRefused(
      `${living} worker(s) run on this store. Stop workers and API first; one that was killed counts as gone after 15 s.`,
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
