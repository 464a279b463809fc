import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientSession, Collection, TransactionOptions } from 'mongodb';
import mongoose from 'mongoose';
import { isTransient } from './connection.ts';

/** A transaction that all queries and writes of a piece of work join without naming it. It begins with the first of them. */
interface Joint {
  readonly session: ClientSession;
  /** The first try of the work, which may be retried. */
  readonly since: Date;
  /** Resolves once the transaction has begun. */
  begin(): Promise<void>;
}

/** Reads are of one instant, and commits survive any crash. */
export const DURABLE: TransactionOptions = Object.freeze({
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
} as const);

/** Longest time of a transaction: it must end before the mark for counting rows again is removed (common/domain/marks.ts). */
export const OPEN_MS = 8000;

/** Work whose reads are {@link readingLatest}. */
const LATEST = 'latest';
const LOCAL = Object.freeze({ readConcern: { level: 'local' } });

const joints = new AsyncLocalStorage<Joint | typeof LATEST | null>();

let underWay = 0;
/**
 * Milliseconds without work after which the storage is turned off: Node 20 and 22 follow each promise of a process for it. Longer
 * than any query takes: the rest of abandoned work must not run outside of its transaction.
 */
const LINGER_MS = 120_000;
let linger: NodeJS.Timeout | undefined;

function current(): Joint | null {
  const store = joints.getStore() ?? null;
  return store === LATEST ? null : store;
}

/**
 * Does work in one transaction of the session; the caller commits. `first` uses the session explicitly and runs before all else.
 * Work without queries and writes begins no transaction.
 */
export async function jointly<Result>(
  { session, since, first }: { session: ClientSession; since: Date; first: () => Promise<void> },
  work: () => Promise<Result>,
): Promise<Result> {
  let begun: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    begun ??= (async () => {
      session.startTransaction(DURABLE);
      // The server begins with the first command: commands that the work sends concurrently must find it begun.
      await joints.run(null, first);
    })();
    return begun;
  };
  return run({ session, since, begin }, work);
}

async function run<Result>(store: Joint | typeof LATEST, work: () => Promise<Result>): Promise<Result> {
  underWay += 1;
  try {
    return await joints.run(store, work);
  } finally {
    underWay -= 1;
    clearTimeout(linger);
    linger = setTimeout(() => underWay === 0 && joints.disable(), LINGER_MS);
    linger.unref();
  }
}

/** For work that may happen twice (reserved ids, marks, files), or that has transactions of its own. */
export const outsideTransaction = <Result>(work: () => Promise<Result>): Promise<Result> =>
  current() ? joints.run(null, work) : work();

/**
 * For counts in an account's turn (`changes/bounded-inserts.ts`), outside of its transaction: also reads commits that no majority has yet. That of the turn
 * before is among them, which other reads miss for a flush of the journal; if it were undone, the turn would be, too.
 */
export const readingLatest = <Result>(work: () => Promise<Result>): Promise<Result> => run(LATEST, work);

/** Whether reads are of the latest. */
export const isReadingLatest = (): boolean => joints.getStore() === LATEST;

/** Whether the work is in a transaction: its writes become visible later. */
export const isInTransaction = (): boolean => current() !== null;

/** The first try of the current work; null: no transaction. */
export const firstTriedAt = (): Date | null => current()?.since ?? null;

/** The session of the current transaction, begun; null: none. */
async function currentSession(): Promise<ClientSession | null> {
  const joint = current();
  await joint?.begin();
  return joint && joint.session;
}

/** Does work in the current transaction, or in one of its own, which is retried after write conflicts. */
export async function transaction(work: (session: ClientSession) => Promise<unknown>): Promise<void> {
  const session = await currentSession();
  if (session) await work(session);
  else await mongoose.connection.transaction(work);
}

/** Milliseconds of write conflicts after which work is given up: its call is answered within 5 s. */
export const CONFLICTS_MS = 4000;
const PAUSE_MS = 50;
/** The longest pauses grow until this try. */
const MOST_PAUSES = 10;

/** Does work, whose queries and writes join it, in a transaction, and again after a conflict. */
export async function inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const ends = performance.now() + CONFLICTS_MS;
  for (let tries = 1; ; tries += 1) {
    const session = await mongoose.connection.startSession();
    try {
      const result = await jointly({ session, since: new Date(), first: async () => {} }, work);
      await commit(session);
      return result;
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction().catch(() => {});
      if (performance.now() > ends || !isTransient(error)) throw error;
    } finally {
      await session.endSession();
    }
    await delay(Math.random() * PAUSE_MS * Math.min(tries, MOST_PAUSES));
  }
}

const isUnknownCommit = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { hasErrorLabel?(label: string): boolean }).hasErrorLabel?.('UnknownTransactionCommitResult') ===
    true;

/** The store does not confirm the commit. */
export class UnknownOutcome extends Error {}

/** Throws {@link UnknownOutcome} if the commit is not confirmed. */
export async function commit(session: ClientSession): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (!isUnknownCommit(error)) throw error;
      if (tries === 3) throw new UnknownOutcome('a commit was not confirmed', { cause: error });
    }
  }
}

/** The position of the options in a method's arguments. Other methods throw in a transaction. */
const OPTIONS_AT: Readonly<Record<string, number>> = Object.freeze({
  aggregate: 1,
  bulkWrite: 1,
  countDocuments: 1,
  deleteMany: 1,
  deleteOne: 1,
  distinct: 2,
  find: 1,
  findOne: 1,
  findOneAndDelete: 1,
  findOneAndReplace: 2,
  findOneAndUpdate: 2,
  insertMany: 1,
  insertOne: 1,
  replaceOne: 2,
  updateMany: 2,
  updateOne: 2,
});

const CURSORS: ReadonlySet<string> = new Set(['aggregate', 'find']);

export type DriverMethod = (...given: unknown[]) => unknown;

const READS: ReadonlySet<string> = new Set(['aggregate', 'countDocuments', 'distinct', 'find', 'findOne']);

/** A collection whose methods join the current transaction, if any, or read the latest. */
export function joined<Document extends object>(collection: Collection<Document>): Collection<Document> {
  const joint = joints.getStore();
  if (!joint) return collection;
  return new Proxy(collection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      if (joint === LATEST)
        return (...given: unknown[]) =>
          (value as DriverMethod).apply(target, READS.has(name) ? withOptions(name, given, LOCAL) : given);
      if (OPTIONS_AT[name] === undefined) throw new TypeError(`${name} cannot run in a transaction`);
      return (...given: unknown[]) => {
        const asked = withOptions(name, given, { session: joint.session });
        const call = () => (value as DriverMethod).apply(target, asked);
        return CURSORS.has(name) ? begunFirst(call() as DriverCursor, joint) : joint.begin().then(call);
      };
    },
  });
}

const pad = (given: readonly unknown[], length: number): unknown[] =>
  Array.from({ length }, (_, index) => given[index]);

/** The arguments of a method with more options; its own come first. */
export function withOptions(method: string, given: readonly unknown[], more: object): unknown[] {
  const at = OPTIONS_AT[method]!;
  return [...pad(given, at), { ...more, ...(given[at] as object | undefined) }];
}

interface DriverCursor extends AsyncIterable<unknown> {
  next(): Promise<unknown>;
  toArray(): Promise<unknown>;
}

/** A cursor sends nothing until it is read: only then must the transaction have begun. */
function begunFirst(cursor: DriverCursor, joint: Joint): DriverCursor {
  const next = cursor.next.bind(cursor);
  const toArray = cursor.toArray.bind(cursor);
  const iterate = cursor[Symbol.asyncIterator].bind(cursor);
  return Object.assign(cursor, {
    next: async () => {
      await joint.begin();
      return next();
    },
    toArray: async () => {
      await joint.begin();
      return toArray();
    },
    async *[Symbol.asyncIterator]() {
      await joint.begin();
      yield* { [Symbol.asyncIterator]: iterate };
    },
  });
}
