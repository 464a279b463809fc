import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientSession, Collection, TransactionOptions } from 'mongodb';
import mongoose from 'mongoose';

/**
 * A transaction that all questions and writes of one piece of work are part of, though none of them names it: it travels
 * with the work. It begins with the first of them.
 */
interface Joint {
  readonly session: ClientSession;
  /** When the work was first tried: it may be tried again. */
  readonly since: Date;
  /** Resolves once the transaction has begun. */
  begin(): Promise<void>;
}

/** What a transaction reads is of one instant, and what it commits survives any crash. */
export const DURABLE: TransactionOptions = Object.freeze({
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
} as const);

/**
 * Maximum milliseconds that a transaction is open. A change whose rows were marked to be counted again must be stored
 * before the mark is removed (common/domain/marks.ts).
 */
export const OPEN_MS = 8000;

const joints = new AsyncLocalStorage<Joint | null>();

/** Pieces of work under way. */
let underWay = 0;
/**
 * Milliseconds after the last of them when the storage is turned off: Node 20 and 22 follow each promise of a process for
 * it. Longer than any question takes: what is left of work that was given up must not go on outside of its transaction.
 */
const LINGER_MS = 120_000;
let linger: NodeJS.Timeout | undefined;

const current = (): Joint | null => joints.getStore() ?? null;

/**
 * Does work in one transaction of the session; the caller commits. `first` names the session itself, and
 * is asked before all else. The
 * transaction has not begun where the work neither asked nor wrote anything.
 */
export async function jointly<Result>(
  { session, since, first }: { session: ClientSession; since: Date; first: () => Promise<void> },
  work: () => Promise<Result>,
): Promise<Result> {
  let begun: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    begun ??= (async () => {
      session.startTransaction(DURABLE);
      // The server begins with the first command: those that the work sends at once must find it begun.
      await joints.run(null, first);
    })();
    return begun;
  };
  underWay += 1;
  try {
    return await joints.run({ session, since, begin }, work);
  } finally {
    underWay -= 1;
    clearTimeout(linger);
    linger = setTimeout(() => underWay === 0 && joints.disable(), LINGER_MS);
    linger.unref();
  }
}

/**
 * Does work outside of the transaction that it is called in, if any: what may happen twice (ids that are reserved, marks,
 * files), or brings transactions of its own.
 */
export const outsideTransaction = <Result>(work: () => Promise<Result>): Promise<Result> =>
  current() ? joints.run(null, work) : work();

/** Whether the work is part of a transaction, and what it writes is seen by others only later. */
export const isInTransaction = (): boolean => current() !== null;

/** When the piece of work was first tried that this is part of; null outside of any. */
export const firstTriedAt = (): Date | null => current()?.since ?? null;

/** The session of the transaction that the work is part of, begun; null outside of any. */
async function currentSession(): Promise<ClientSession | null> {
  const joint = current();
  await joint?.begin();
  return joint && joint.session;
}

/** Does work in the transaction that it is called in, else in one of its own, which is tried again where others were faster. */
export async function transaction(work: (session: ClientSession) => Promise<unknown>): Promise<void> {
  const session = await currentSession();
  if (session) await work(session);
  else await mongoose.connection.transaction(work);
}

/** Whether a commit may have been done, or not. */
const isUnknownCommit = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { hasErrorLabel?(label: string): boolean }).hasErrorLabel?.('UnknownTransactionCommitResult') ===
    true;

/** The store does not say whether it has committed. */
export class UnknownOutcome extends Error {}

/** Tries to commit a transaction of the session's; throws {@link UnknownOutcome} where it is not confirmed. */
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

/** At which place a method of a collection takes its options. Others have none here, and throw. */
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

/** A collection whose methods take part in the transaction that the work is part of, if any. */
export function joined<Document extends object>(collection: Collection<Document>): Collection<Document> {
  const joint = current();
  if (!joint) return collection;
  return new Proxy(collection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      const at = OPTIONS_AT[name];
      if (at === undefined) throw new TypeError(`${name} takes part in no transaction`);
      return (...given: unknown[]) => {
        const options = { session: joint.session, ...(given[at] as object | undefined) };
        const call = () => (value as DriverMethod).apply(target, [...pad(given, at), options]);
        return CURSORS.has(name) ? begunFirst(call() as DriverCursor, joint) : joint.begin().then(call);
      };
    },
  });
}

/** As many as stand before the options. */
const pad = (given: readonly unknown[], length: number): unknown[] =>
  Array.from({ length }, (_, index) => given[index]);

interface DriverCursor extends AsyncIterable<unknown> {
  next(): Promise<unknown>;
  toArray(): Promise<unknown>;
}

/** A cursor sends nothing until it is read: only then the transaction has to have begun. */
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
