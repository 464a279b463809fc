import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { readDocument, readExactly } from '../../common/backup/format.ts';
import { readBackup } from '../../common/backup/read-backup.ts';
import { REPLACED } from '../../common/migrations/indexes.ts';
import { MODELS } from '../../common/models/all.ts';
import type { StoreStateDocument } from '../../common/models/store-states.ts';

/**
 * A backup that version 0.1.0 wrote (commit 6548cdb6): an account that imported twelve contacts, sent to them twice, has an automation
 * and a scheduled send. The JSON file has its keys, the links of a mail, and figures that 0.1.0 answered.
 */
export const OLD_BACKUP = fileURLToPath(new URL('../fixtures/backups/v0.1.0.backup', import.meta.url));

/** Indexes of 0.1.0 that are locks. */
const UNIQUE = new Set([
  'automation_schedules utr_1',
  'automations utr_1',
  'deliveries mailing_1_email_norm_1',
  'messages utr_1',
  'senders utr_1',
  'single_sends utr_1',
]);

const keyOf = (name: string): Record<string, 1 | -1> =>
  Object.fromEntries(
    [...name.matchAll(/(.+?)_(-?1)(?:_|$)/g)].map(([, field, way]) => [field!, Number(way) as 1 | -1]),
  );

/** Writes the documents of the backup, and the indexes of 0.1.0 that this version replaces, into an empty database. */
export async function loadOldStore(): Promise<void> {
  const db = mongoose.connection.db!;
  let target = '';
  for await (const one of readBackup(OLD_BACKUP)) {
    if (one.kind === 'C') target = (readDocument(one) as { name: string }).name;
    if (one.kind === 'D' && target !== 'workers') await db.collection(target).insertOne(readExactly(one));
  }
  // Other indexes are mostly the same in both versions.
  for (const { name, indexes } of MODELS)
    if (!REPLACED[name] && indexes.length > 0) await db.collection(name).createIndexes([...indexes]);
  for (const [collection, names] of Object.entries(REPLACED))
    for (const name of names)
      await db
        .collection(collection)
        .createIndex(keyOf(name), { name, unique: UNIQUE.has(`${collection} ${name}`) });
}

/** Ends the lease of a killed process, which would last half a minute. */
export async function endStoreLease(): Promise<void> {
  const states = mongoose.connection.db!.collection<StoreStateDocument>('store_states');
  await states.updateOne({ _id: 'store' }, { $set: { lease_until: new Date(0) } });
}
