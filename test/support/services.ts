import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mongod, startMongod } from '../../local/mongod.ts';
import { isAlive } from '../../local/processes.mjs';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import { createDatabases } from './databases.ts';

/**
 * The stores of a test run: one real `mongod` (a replica set with a journal) and one real Redis for all test files, or those of
 * `MONGODB_URL` and `REDIS_URL`. Mocha loads this file. In parallel mode its global fixtures run once, in the main process,
 * before the first worker is forked; the workers inherit the environment set here.
 */
export interface Services {
  /** A database of this name that only this run uses. */
  readonly mongodbUrl: (database: string) => string;
  /** An empty database, which other test files may have used, and which has all collections and indexes then. */
  readonly keptMongodbUrl: (database: string) => string;
  /** A numbered database that only this name uses in this run. */
  readonly redisUrl: (name: string) => string;
}

const PREFIX = 'mailing-test-';
/** A test file uses one or two. Redis creates a database when it is first written. */
const REDIS_DATABASES = 512;

let mongod: Mongod | undefined;
let redis: RedisServer | undefined;
const databases = createDatabases(() => setting('TEST_MONGODB_URL'), databaseName);

export async function mochaGlobalSetup(): Promise<void> {
  removeLeftOvers();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  mkdirSync(join(folder, 'redis-databases'));
  process.env['TEST_FOLDER'] = folder;
  process.env['TEST_RUN'] = randomBytes(4).toString('hex');
  [mongod, redis] = await Promise.all([
    process.env['MONGODB_URL']
      ? undefined
      : startMongod({ folder: join(folder, 'mongodb'), cacheGb: 0.5, forgetful: true }),
    process.env['REDIS_URL']
      ? undefined
      : startRedis({ folder: join(folder, 'redis'), databases: REDIS_DATABASES }),
  ]);
  process.env['TEST_MONGODB_URL'] = mongod?.url('') ?? process.env['MONGODB_URL'];
  process.env['TEST_REDIS_URL'] = redis?.url() ?? process.env['REDIS_URL'];
  process.env['TEST_REDIS_DATABASES'] = String(redis ? REDIS_DATABASES : 16);
}

export async function mochaGlobalTeardown(): Promise<void> {
  await Promise.all([mongod?.stop(), redis?.stop()]);
  const folder = process.env['TEST_FOLDER'];
  if (folder) rmSync(folder, { recursive: true, force: true });
}

/**
 * Drops or empties the databases of each test file after it, in parallel mode. A mongod keeps some two hundred files open for each database, and
 * ends when it may not open more: all test files together need more than 20,000, the limit of some machines.
 */
export const mochaHooks = {
  async afterAll(this: Mocha.Context): Promise<void> {
    this.timeout(60_000);
    await databases.finish();
  },
};

/** The stores of this run; throws when mocha was started without `--require test/support/services.ts`. */
export function services(): Services {
  const mongodb = setting('TEST_MONGODB_URL');
  const redisBase = setting('TEST_REDIS_URL');
  const urlOf = (name: string): string => {
    const url = new URL(mongodb);
    url.pathname = `/${name}`;
    return url.href;
  };
  return {
    mongodbUrl: (database) => urlOf(databases.own(database)),
    keptMongodbUrl: (database) => urlOf(databases.kept(database)),
    redisUrl: (name) => {
      const url = new URL(redisBase);
      url.pathname = `/${redisDatabase(name)}`;
      return url.href;
    },
  };
}

/** MongoDB allows 63 characters, without dots and slashes. */
function databaseName(name: string): string {
  return `test_${setting('TEST_RUN')}_${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`.slice(0, 63);
}

/** Each name takes the next number that no other process of this run has; creating a file exclusively is the lock. */
function redisDatabase(name: string): number {
  const folder = join(setting('TEST_FOLDER'), 'redis-databases');
  const note = join(folder, `name-${createHash('sha256').update(name).digest('hex')}`);
  const noted = readText(note);
  if (noted) return Number(noted);
  const last = Number(setting('TEST_REDIS_DATABASES'));
  for (let number = 1; number < last; number += 1) {
    if (!create(join(folder, String(number)))) continue;
    writeFileSync(note, String(number));
    return number;
  }
  throw new Error(`All ${last} databases of the Redis server are taken; give the tests one with more.`);
}

function create(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: start mocha with --require test/support/services.ts`);
  return value;
}

/** Removes the folders of killed runs (an empty replica set takes 300 MB); their servers end by themselves. */
function removeLeftOvers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^mailing-test-(\d+)-/.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(pid) && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
