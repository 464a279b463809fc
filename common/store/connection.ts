import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import mongoose from 'mongoose';
import { learnTime } from '../clock.ts';
import { endBlockedWrites } from './blocked-writes.ts';
import { restIdlePools } from './idle-pools.ts';
import { PATIENCE_MS, watchPrimary } from './patience.ts';

endBlockedWrites();
restIdlePools();

/** MongoDB's word for a key that is there already. */
export const DUPLICATE_KEY = 11000;
/** MongoDB's word for a question whose `maxTimeMS` is over. */
const MAX_TIME = 50;

/** What all our connections have in common. */
const OPTIONS = {
  serverSelectionTimeoutMS: PATIENCE_MS,
  // Together the time in which a member that is silent, as one that was cut off, is found out, and what waits for it is told.
  heartbeatFrequencyMS: 1000,
  connectTimeoutMS: 3000,
  socketTimeoutMS: 60_000,
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  retryWrites: true,
  // All that is read was written from strings of ours. Measured: a design of 512 kB is read in half of the time.
  enableUtf8Validation: false,
} as const satisfies MongoClientOptions;

/**
 * Connects the models. Writes wait for the majority's journal: what is answered with success survives any crash.
 * Server selection gives up after 4 s, so that a request is answered 503 within 5.
 */
export async function connectMongo(url: string): Promise<void> {
  mongoose.set('strictQuery', 'throw');
  await mongoose.connect(url, { ...OPTIONS, autoIndex: false, autoCreate: false, maxPoolSize: 30 });
  watchPrimary(mongoose.connection.getClient());
  await learnTime(storeTime);
  clearInterval(clock);
  clock = setInterval(() => {
    // While MongoDB is away the last known difference between the clocks stays in use.
    learnTime(storeTime).catch(() => {});
  }, CLOCK_MS);
  clock.unref();
}

/**
 * A client with a few connections of its own, for questions that must not wait for others, or others for them. It
 * connects with its first question.
 */
export const createClient = (url: string, connections: number): MongoClient =>
  new MongoClient(url, {
    ...OPTIONS,
    maxPoolSize: connections,
    waitQueueTimeoutMS: PATIENCE_MS,
    appName: 'mailing-apart',
  });

export async function disconnectMongo(): Promise<void> {
  clearInterval(clock);
  await mongoose.disconnect();
}

/** Where the connected store is, for people: its hosts and the database, without a login. */
export function storeInWords(): string {
  const { hosts, srvHost } = mongoose.connection.getClient().options;
  const where = srvHost ?? hosts.map(String).join(', ');
  return `database ${mongoose.connection.name} on ${where}`;
}

/** How often the store's clock is asked for: machines drift by some 10 ms an hour, and are set right at any time. */
const CLOCK_MS = 10_000;
let clock: NodeJS.Timeout | undefined;

async function storeTime(): Promise<number> {
  const hello = await mongoose.connection.db!.admin().command({ hello: 1 });
  return (hello['localTime'] as Date).getTime();
}

/** The connected database, for commands and collections without a model. */
export const database = (): Db => mongoose.connection.db as unknown as Db;

/** Whether an error is (or, of a bulk write, is nothing but) a unique index saying no. */
export function isDuplicateKey(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, writeErrors } = error as { code?: unknown; writeErrors?: readonly { code?: unknown }[] };
  return (
    code === DUPLICATE_KEY && (!Array.isArray(writeErrors) || writeErrors.every((one) => one.code === code))
  );
}

/** Whether a question came to the end of its `maxTimeMS`. */
export const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === MAX_TIME;

/** MongoDB's words for a transaction that others were faster than, or that it ended itself. */
const TRANSIENT_CODES: ReadonlySet<unknown> = new Set([112, 251]);

interface LabelledError extends Error {
  readonly code?: unknown;
  readonly errorResponse?: unknown;
  hasErrorLabel?(label: string): boolean;
}

/** Whether an error ended a transaction of which nothing is left, and that can be tried again. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errorResponse } = error as LabelledError;
  return (
    (error as LabelledError).hasErrorLabel?.('TransientTransactionError') === true ||
    TRANSIENT_CODES.has(code) ||
    // A bulk write wraps whatever broke it off.
    isTransient(errorResponse)
  );
}

/** Waits for an unordered bulk write and lets those of its rows pass that are there already; answers whether there were none. */
export async function ignoringDuplicates(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}
