import { isDeepStrictEqual } from 'node:util';
import mongoose from 'mongoose';
import { createIndexes } from '../../common/migrations/indexes.ts';
import { rowsOfAll } from './all-rows.ts';

/** The databases that the test files of a process use, one file after another. */
export interface Databases {
  /** One that is dropped after the test file. */
  own(name: string): string;
  /**
   * One that is emptied after the test file, and used again by the next: making all collections and indexes takes longer than most files.
   * The same for the same name until then. A test that leaves other collections or indexes behind needs one of its own.
   */
  kept(name: string): string;
  /** The one that the files of this process share, each with accounts of its own. */
  readonly shared: string;
  /** Ends what the test file used. */
  finish(): Promise<void>;
}

/** Documents up to which a database is emptied. Of more, dropping it and making it once more takes less time. */
const MOST_DOCUMENTS = 10_000;

/** `nameOf`: the name of a database on the server, which no other run uses. */
export function createDatabases(
  serverUrl: () => Promise<string>,
  nameOf: (name: string) => string,
): Databases {
  const owned = new Set<string>();
  const lent = new Map<string, string>();
  const free: string[] = [];
  let made = 0;
  return {
    get shared() {
      return nameOf(`shared-${process.pid}`);
    },
    own(name) {
      const database = nameOf(name);
      owned.add(database);
      return database;
    },
    kept(name) {
      const known = lent.get(name);
      if (known) return known;
      const database = free.pop() ?? nameOf(`kept-${process.pid}-${++made}`);
      lent.set(name, database);
      return database;
    },
    async finish() {
      if (owned.size + lent.size === 0) return;
      const client = new mongoose.mongo.MongoClient(await serverUrl());
      try {
        for (const name of owned) await client.db(name).dropDatabase();
        for (const name of lent.values()) if (await emptyOrDrop(client.db(name))) free.push(name);
        owned.clear();
        lent.clear();
      } finally {
        await client.close();
      }
    },
  };
}

/** The indexes of databases that this process prepared. */
const prepared = new Map<string, readonly string[]>();
async function indexesOf(db: mongoose.mongo.Db): Promise<readonly string[]> {
  const collections = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  if (collections.length === 0) return [];
  const names = collections.map(({ name }) => name);
  const found = await rowsOfAll(db, names, [{ $indexStats: {} }, { $project: { name: 1 } }]);
  return found.map(({ collection, row }) => `${collection} ${row['name']}`).sort();
}

/**
 * Creates the collections and indexes of the connected database. One that was emptied has them: comparing their names takes a tenth of the CPU
 * of creating them once more.
 */
export async function prepareDatabase(): Promise<void> {
  const { name, db } = mongoose.connection;
  if (isDeepStrictEqual(prepared.get(name), await indexesOf(db!))) return;
  await createIndexes();
  prepared.set(name, await indexesOf(db!));
}

async function emptyOrDrop(db: mongoose.mongo.Db): Promise<boolean> {
  if ((await isSmall(db)) && (await empty(db))) return true;
  await db.dropDatabase();
  return false;
}

const isSmall = async (db: mongoose.mongo.Db): Promise<boolean> =>
  (await db.stats())['objects'] <= MOST_DOCUMENTS;

/** Removes all documents, but those of the collections in `but`. False, and nothing is removed, where a test left a validator or a profile behind. */
export async function empty(db: mongoose.mongo.Db, but: readonly string[] = []): Promise<boolean> {
  const collections = await db.listCollections({ type: 'collection' }, { nameOnly: false }).toArray();
  if (collections.some(({ options }) => Object.keys(options?.['validator'] ?? {}).length > 0)) return false;
  const names = collections.map(({ name }) => name);
  if (names.some((name) => name.startsWith('system.'))) return false;
  if (names.length === 0) return true;
  const filled = await rowsOfAll(db, names, [{ $limit: 1 }, { $project: { _id: 1 } }]);
  await Promise.all(
    filled
      .filter(({ collection }) => !but.includes(collection))
      .map(({ collection }) => db.collection(collection).deleteMany({})),
  );
  return true;
}
