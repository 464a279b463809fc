import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
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
import { connect, createServer, type Server } from 'node:net';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { NICE } from '../../common/rendering/child.ts';
import { useRenderChild } from '../../common/rendering/renderer.ts';
import { type Mongod, startMongod } from '../../local/mongod.ts';
import { isAlive } from '../../local/processes.mjs';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import { createDatabases } from './databases.ts';
import { builtRenderChild } from './render-child.ts';

/**
 * The stores of a test run: one real `mongod` (a replica set with a journal) and one real Redis for all test files, or those of
 * `MONGODB_URL` and `REDIS_URL`. They start when the first test asks for one. Mocha loads this file: in parallel mode its global fixtures
 * run once, in the main process, before the first worker is forked. The main process starts the servers, and workers ask it over a
 * socket, whose path they inherit.
 */
interface Stores {
  readonly mongodb: string;
  readonly redis: string;
  readonly redisDatabases: number;
  /** The path of the program of renderers' children. */
  readonly renderChild: string;
}

// Renderers have a low priority. With a higher one, tests that keep all cores busy would leave them no time.
setPriority(NICE);

/** Renderers stay for the next test file. */
const RENDERER_IDLE_MS = 60_000;

const PREFIX = 'mailing-test-';
/** A test file uses one or two. Redis creates a database when it is first written. */
const REDIS_DATABASES = 512;

let mongod: Mongod | undefined;
let redis: RedisServer | undefined;
let starting: Promise<Stores> | undefined;
let desk: Server | undefined;
const databases = createDatabases(async () => (await stores()).mongodb, databaseName);

export async function mochaGlobalSetup(): Promise<void> {
  removeLeftOvers();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  mkdirSync(join(folder, 'redis-databases'));
  process.env['TEST_FOLDER'] = folder;
  process.env['TEST_RUN'] = randomBytes(4).toString('hex');
  desk = createServer((socket) => {
    socket.on('error', () => {});
    (starting ??= start(folder)).then(
      (stores) => socket.end(JSON.stringify(stores)),
      (error: Error) => socket.end(JSON.stringify({ failed: error.message })),
    );
  });
  await once(desk.listen(join(folder, 'stores')), 'listening');
}

async function start(folder: string): Promise<Stores> {
  const [renderChild, ...servers] = await Promise.all([
    builtRenderChild(),
    process.env['MONGODB_URL']
      ? undefined
      : startMongod({ folder: join(folder, 'mongodb'), cacheGb: 0.5, forgetful: true }),
    process.env['REDIS_URL']
      ? undefined
      : startRedis({ folder: join(folder, 'redis'), databases: REDIS_DATABASES }),
  ]);
  [mongod, redis] = servers;
  return {
    renderChild,
    mongodb: mongod?.url('') ?? process.env['MONGODB_URL']!,
    redis: redis?.url() ?? process.env['REDIS_URL']!,
    redisDatabases: redis ? REDIS_DATABASES : 16,
  };
}

export async function mochaGlobalTeardown(): Promise<void> {
  desk?.close();
  for (const end of ends.splice(0)) await end();
  await starting?.catch(() => {});
  await Promise.all([mongod?.stop(), redis?.stop()]);
  const folder = process.env['TEST_FOLDER'];
  if (folder) rmSync(folder, { recursive: true, force: true });
}

const ends: (() => Promise<void>)[] = [];
/** Has something ended after all tests of a run in one process, the last first. Processes of a parallel run are killed. */
export const atEndOfRun = (end: () => Promise<void>): void => void ends.unshift(end);

let asked: Promise<Stores> | undefined;
const stores = (): Promise<Stores> => (asked ??= ask());

async function ask(): Promise<Stores> {
  const socket = connect(join(setting('TEST_FOLDER'), 'stores'));
  const answer = JSON.parse(await text(socket)) as Stores | { failed: string };
  if ('failed' in answer) throw new Error(`The stores of the tests did not start: ${answer.failed}`);
  // A process that has other sources than those on the disk renders with these.
  if (!process.env['OTHER_SOURCES'])
    useRenderChild({ file: pathToFileURL(answer.renderChild), idleMs: RENDERER_IDLE_MS });
  return answer;
}

/**
 * Drops or empties the databases of each test file after it, in parallel mode. A mongod keeps some two hundred files open for each database, and
 * ends when it may not open more: all test files together need more than 20,000, the limit of some machines.
 */
export const mochaHooks = {
  async afterAll(this: Mocha.Context): Promise<void> {
    await leaveSharedDatabase();
    await databases.finish();
  },
};

let leaveShared: (() => Promise<void>) | undefined;
/** Has the connection to the shared database end before a test asks for another database. */
export const beforeOwnDatabase = (leave: () => Promise<void>): void => void (leaveShared = leave);

/** For a test that connects to a database of another server. */
export async function leaveSharedDatabase(): Promise<void> {
  const leave = leaveShared;
  leaveShared = undefined;
  await leave?.();
}

async function ownUrlOf(database: string): Promise<string> {
  await leaveSharedDatabase();
  return urlOf(database);
}

/** The URL of a database of this name that only this run uses. */
export const mongodbUrl = (database: string): Promise<string> => ownUrlOf(databases.own(database));

/** The URL of an empty database, which other test files may have used, and which has all collections and indexes then. */
export const keptMongodbUrl = (database: string): Promise<string> => ownUrlOf(databases.kept(database));

/** The URL of the database that test files of this process share. */
export const sharedMongodbUrl = (): Promise<string> => urlOf(databases.shared);

/** The URL of a numbered database that only this name uses in this run. */
export async function redisUrl(name: string): Promise<string> {
  const { redis: base, redisDatabases } = await stores();
  const url = new URL(base);
  url.pathname = `/${redisDatabase(name, redisDatabases)}`;
  return url.href;
}

async function urlOf(database: string): Promise<string> {
  const url = new URL((await stores()).mongodb);
  url.pathname = `/${database}`;
  return url.href;
}

/** MongoDB allows 63 characters, without dots and slashes. */
function databaseName(name: string): string {
  return `test_${setting('TEST_RUN')}_${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`.slice(0, 63);
}

/** Each name takes the next number that no other process of this run has; creating a file exclusively is the lock. */
function redisDatabase(name: string, count: number): number {
  const folder = join(setting('TEST_FOLDER'), 'redis-databases');
  const note = join(folder, `name-${createHash('sha256').update(name).digest('hex')}`);
  const noted = readText(note);
  if (noted) return Number(noted);
  for (let number = 1; number < count; number += 1) {
    if (!create(join(folder, String(number)))) continue;
    writeFileSync(note, String(number));
    return number;
  }
  throw new Error(`All ${count} databases of the Redis server are taken; give the tests one with more.`);
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
