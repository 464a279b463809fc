import type { Db, IndexDescription, IndexDescriptionInfo } from 'mongodb';
import mongoose from 'mongoose';
import { failpoint } from '../config/failpoints.ts';
import type { Logger } from '../log.ts';
import { MODELS } from '../models/all.ts';
import { StoreState } from '../models/store-states.ts';
import { database, withoutTimeLimit } from '../store/connection.ts';
import { UPLOAD_COLLECTIONS } from '../store/uploads.ts';
import { SCHEMA_VERSION } from './list.ts';
import { repeatMigrations } from './migrate.ts';
import { readStoreState } from './store-state.ts';

const { EJSON } = mongoose.mongo.BSON;

/** MongoDB's error codes: another process dropped this index, or created this collection. */
const INDEX_NOT_FOUND = 27;
const COLLECTION_EXISTS = 48;

/** MongoDB allows 64 of a collection. */
const MOST_INDEXES = 100;

const unlessCode = (code: number) => (error: unknown) => {
  if ((error as { code?: unknown }).code !== code) throw error;
};

export type FoundIndexes = ReadonlyMap<string, readonly IndexDescriptionInfo[]>;

/** One command for each collection: Mongoose would send one for each index, and take twice as long. */
const WANTED: ReadonlyMap<string, readonly IndexDescription[]> = new Map(
  [...MODELS, ...UPLOAD_COLLECTIONS].map(({ name, indexes }) => [name, indexes] as const),
);

export async function findIndexes(): Promise<FoundIndexes> {
  const db = mongoose.connection.db!;
  const found = new Map<string, IndexDescriptionInfo[]>();
  for (const { name } of await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()) {
    if (!WANTED.has(name)) continue;
    // A bare command, as a start sends 60 of them.
    const { cursor } = await db.command({ listIndexes: name, cursor: { batchSize: MOST_INDEXES } });
    found.set(name, cursor.firstBatch as IndexDescriptionInfo[]);
  }
  return found;
}

/**
 * Drops our indexes whose definition changed under the same name, and returns the others. Other people's indexes stay. Only the
 * process that migrates the store before new code starts may call it: until a dropped unique index is created again, nothing
 * prevents duplicates.
 */
export async function dropChangedIndexes(): Promise<FoundIndexes> {
  const db = mongoose.connection.db!;
  const left = new Map<string, IndexDescriptionInfo[]>();
  for (const [collection, indexes] of await findIndexes()) {
    const stay: IndexDescriptionInfo[] = [];
    for (const index of indexes) {
      const wanted = WANTED.get(collection)!.find(({ key, name }) =>
        [name, nameOf(key)].includes(index.name),
      );
      if (!wanted || isSame(wanted, index)) stay.push(index);
      else {
        await db.collection(collection).dropIndex(index.name!).catch(unlessCode(INDEX_NOT_FOUND));
        failpoint('upgrade-step', collection);
      }
    }
    left.set(collection, stay);
  }
  return left;
}

/**
 * Indexes of earlier versions, by collection, which this version does not use ({@link releaseIndexes}).
 */
export const REPLACED: Readonly<Record<string, readonly string[]>> = {
  audit_entries: ['user_id_1_at_1'],
  automation_schedules: ['utr_1'],
  automations: ['utr_1'],
  batches: ['mailing_1_state_1__id_1', 'mailing_1_dirty_at_1'],
  contact_changes: ['contact_type_id_1_bulk_1__id_1'],
  contacts: [
    'contact_type_id_1_deleted_at_1__id_1',
    'user_id_1_first_name_folded_1',
    'user_id_1_last_name_folded_1',
    'user_id_1_city_1',
  ],
  content_versions: ['owner_1_owner_id_1__id_1'],
  deliveries: [
    'mailing_1_email_norm_1',
    'mailing_1_due_at_1',
    'mailing_1__id_1',
    'mailing_1_refusing_domain_1',
  ],
  enrollments: [
    'automation_id_1_email_norm_1',
    'automation_id_1_contact_id_1',
    'schedule_id_1_due_at_1',
    'delivery_id_1',
    'automation_id_1_plan_1',
  ],
  import_steps: ['import_id_1_line_-1__id_-1'],
  imports: ['contact_type_id_1', 'contact_type_id_1_state_1'],
  mailings: ['single_send_id_1'],
  messages: ['look_at_1', 'utr_1'],
  segment_recipients: [
    'contact_id_1_segment_id_1',
    'by_hand.email_norm_1_segment_id_1',
    'segment_id_1_by_hand.search_keys_1',
    'segment_id_1_removed_1__id_1',
  ],
  senders: ['utr_1'],
  single_sends: ['utr_1'],
  suppressions: ['import_id_1'],
  'uploads.chunks': ['files_id_1_n_1'],
  webhook_attempts: ['webhook_id_1__id_1'],
};

/** Drops the {@link REPLACED} indexes among those found. Create the new ones first, because a unique index is a lock. */
export async function dropReplacedIndexes(found: FoundIndexes): Promise<void> {
  const db = mongoose.connection.db!;
  for (const [collection, indexes] of found) {
    const replaced = indexes.filter(({ name }) => REPLACED[collection]?.includes(name!));
    for (const { name } of replaced) {
      await db.collection(collection).dropIndex(name!).catch(unlessCode(INDEX_NOT_FOUND));
      failpoint('upgrade-step', collection);
    }
  }
}

/** The name that the server derives from the fields. */
const nameOf = (key: IndexDescription['key']): string => Object.entries(key).flat().join('_');

const OPTIONS = ['unique', 'expireAfterSeconds', 'partialFilterExpression'] as const;

/** Compared as extended JSON: two BSON objects of one id differ in internal caches. */
const definitionOf = (index: IndexDescription | IndexDescriptionInfo): string =>
  EJSON.stringify([Object.entries(index.key), OPTIONS.map((option) => index[option] || null)]);

const isSame = (wanted: IndexDescription, found: IndexDescriptionInfo): boolean =>
  definitionOf(wanted) === definitionOf(found);

/** Missing indexes as `collection: fields`. A missing collection counts as complete. */
export const missingIndexes = (found: FoundIndexes): string[] =>
  [...WANTED].flatMap(([collection, wanted]) => {
    const there = found.get(collection)?.map(({ key }) => nameOf(key));
    const missing = there ? wanted.filter(({ key }) => !there.includes(nameOf(key))) : [];
    return missing.map(({ key }) => `${collection}: ${Object.keys(key).join(', ')}`);
  });

/**
 * Creates the indexes that new code needs; processes of the version before may run. They name some of the indexes that these replace, so
 * only a run after one that has ended drops those, and corrects what they stored after the migrations. A killed run has not ended, even if the
 * server has created all of its indexes.
 */
export async function releaseIndexes(log?: Logger): Promise<void> {
  const found = await dropChangedIndexes();
  await createIndexes(found, log);
  const { indexed } = await readStoreState();
  if (indexed === SCHEMA_VERSION) {
    await repeatMigrations(log);
    await dropReplacedIndexes(found);
  } else await StoreState.updateOne({ _id: 'store' }, { $set: { indexed: SCHEMA_VERSION } });
}

/**
 * Creates missing collections and indexes. `found`: the existing ones; absent: they are read. Under load those of an empty store take most of
 * a minute, and those of a large one hours: `log` gets a line before.
 */
export async function createIndexes(found?: FoundIndexes, log?: Logger): Promise<void> {
  const db = database();
  const there = found ?? (await findIndexes());
  const missingOf = new Map(
    [...WANTED].map(([name, wanted]) => [
      name,
      wanted.filter((index) => !there.get(name)?.some((one) => isSame(index, one))),
    ]),
  );
  const indexes = [...missingOf.values()].flat().length;
  if (indexes > 0) log?.info({ indexes }, 'creating indexes');
  for (const [name, missing] of missingOf) {
    const create = async (on: Db) => void (await on.collection(name).createIndexes(missing));
    // The first index creates its collection, too. An index of an existing one may take hours.
    if (missing.length > 0) {
      await (there.has(name) ? withoutTimeLimit(create) : create(db));
      failpoint('upgrade-step', name);
    } else if (!there.has(name)) await db.createCollection(name).catch(unlessCode(COLLECTION_EXISTS));
  }
}
