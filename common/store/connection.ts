import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import mongoose from 'mongoose';
import { learnTime } from '../clock.ts';
import { endBlockedWrites } from './blocked-writes.ts';
import { CONNECTIONS } from './connections.ts';
import { keepRoundTrip, restIdlePools } from './idle-clients.ts';
import { PATIENCE_MS, watchPrimary } from './patience.ts';
import { watchWrites } from './write-probe.ts';

endBlockedWrites();
restIdlePools();
keepRoundTrip();

export const DUPLICATE_KEY = 11000;
/** The error code after `maxTimeMS`. */
const MAX_TIME = 50;

/** Of all our connections. */
const OPTIONS = {
  serverSelectionTimeoutMS: PATIENCE_MS,
  // The time to detect a silent member and to fail the operations that wait for it.
  heartbeatFrequencyMS: 1000,
  connectTimeoutMS: 3000,
  socketTimeoutMS: 60_000,
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  retryWrites: true,
  // All stored strings were valid when written. Measured: a design of 512 kB is read in half of the time.
  enableUtf8Validation: false,
} as const satisfies MongoClientOptions;

/**
 * Connects the models. Writes wait for the majority's journal: a confirmed write survives any crash. Server selection gives up
 * after 4 s, so that a request is answered 503 within 5.
 */
export async function connectMongo(url: string): Promise<void> {
  connectedUrl = url;
  mongoose.set('strictQuery', 'throw');
  await mongoose.connect(url, { ...OPTIONS, autoIndex: false, autoCreate: false, maxPoolSize: CONNECTIONS });
  watchPrimary(mongoose.connection.getClient());
  await watchWrites(
    () => new MongoClient(url, { ...OPTIONS, maxPoolSize: 2, maxIdleTimeMS: PROBE_IDLE_MS }),
    mongoose.connection.getClient(),
  );
  await learnTime(storeTime);
  clearInterval(clock);
  clock = setInterval(() => {
    // While MongoDB is away, the last known clock difference stays in use.
    learnTime(storeTime).catch(() => {});
  }, CLOCK_MS);
  clock.unref();
}

/** An idle connection of the write probe may be cut off without notice. */
const PROBE_IDLE_MS = 30_000;

let connectedUrl = '';

/** Runs commands that may take hours, such as index builds, on a connection of their own. */
export async function withoutTimeLimit(work: (db: Db) => Promise<void>): Promise<void> {
  const client = new MongoClient(connectedUrl, { ...OPTIONS, socketTimeoutMS: 0, maxPoolSize: 1 });
  try {
    await work(client.db());
  } finally {
    await client.close();
  }
}

/** A client with a few connections of its own, for queries that must not wait for others or delay them. It connects at its first query. */
export const createClient = (url: string, connections: number): MongoClient =>
  new MongoClient(url, {
    ...OPTIONS,
    maxPoolSize: connections,
    waitQueueTimeoutMS: PATIENCE_MS,
    appName: 'mailing-apart',
  });

export async function disconnectMongo(): Promise<void> {
  clearInterval(clock);
  await watchWrites(null);
  await mongoose.disconnect();
}

/** Hosts and database of the connected store, without a login. */
export function storeInWords(): string {
  const { hosts, srvHost } = mongoose.connection.getClient().options;
  const where = srvHost ?? hosts.map(String).join(', ');
  return `database ${mongoose.connection.name} on ${where}`;
}

/** How often the store's clock is read: machines drift by some 10 ms an hour, and may be set at any time. */
const CLOCK_MS = 10_000;
let clock: NodeJS.Timeout | undefined;

async function storeTime(): Promise<number> {
  const hello = await mongoose.connection.db!.admin().command({ hello: 1 });
  return (hello['localTime'] as Date).getTime();
}

/** For commands and collections without a model. */
export const database = (): Db => mongoose.connection.db as unknown as Db;

/** Whether a unique index refused a write; of a bulk write, whether that is its only kind of error. */
export function isDuplicateKey(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, writeErrors } = error as { code?: unknown; writeErrors?: readonly { code?: unknown }[] };
  return (
    code === DUPLICATE_KEY && (!Array.isArray(writeErrors) || writeErrors.every((one) => one.code === code))
  );
}

export const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === MAX_TIME;

/** MongoDB's codes for a write conflict, and for a transaction that the server ended. */
const TRANSIENT_CODES: ReadonlySet<unknown> = new Set([112, 251]);

interface LabelledError extends Error {
  readonly code?: unknown;
  readonly errorResponse?: unknown;
  hasErrorLabel?(label: string): boolean;
}

/** Whether a transaction was aborted completely, and can be retried. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errorResponse } = error as LabelledError;
  return (
    (error as LabelledError).hasErrorLabel?.('TransientTransactionError') === true ||
    TRANSIENT_CODES.has(code) ||
    // A bulk write wraps the error that stopped it.
    isTransient(errorResponse)
  );
}

/** Waits for an unordered bulk write and ignores duplicates; returns whether there were none. */
export async function ignoringDuplicates(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}
