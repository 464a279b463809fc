import { setTimeout as pause } from 'node:timers/promises';
import { type MongoClient, MongoServerError } from 'mongodb';
import { isLate } from '../batching/late.ts';
import { isStoreAway, StoreHangs } from './store-away.ts';

/** Milliseconds that a write of one document waits for a lock, after which the store takes none. A busy store takes it sooner. */
const BLOCKED_MS = 3500;
/** Milliseconds without an answer after which other connections are asked, too, because the first may be dead, and new work waits. */
const SILENT_MS = 500;
/** Milliseconds for which an answer holds. */
const FRESH_MS = 500;
/** Milliseconds between two tries of a connection that fails. */
const RETRY_MS = 100;
/** Work that writes: so much may begin while none ends. More waits for an answer, so that connections of the pool are left to reads. */
const CROWD = 20;

interface WriteQuestion {
  readonly asked: number;
  readonly answered: Promise<void>;
  readonly end: () => void;
}

/** Makes a client with connections of its own: work that waits for a lock may hold all of the pool. */
let make: (() => MongoClient) | null = null;
let client: MongoClient | null = null;
let pool: MongoClient | null = null;
/** Whether the store takes writes, while there is no answer. */
let open: WriteQuestion | null = null;
let answeredAt = Number.NEGATIVE_INFINITY;
let underWay = 0;
/** Work that began since the last one ended. */
let begun = 0;

export async function watchWrites(making: typeof make, ofCalls: typeof pool = null): Promise<void> {
  make = making;
  pool = ofCalls;
  open?.end();
  open = null;
  answeredAt = Number.NEGATIVE_INFINITY;
  const before = client;
  client = null;
  await before?.close();
}

/** Shows whether the store takes writes: a locked one (`fsyncLock`) answers all else. The write waits for the lock and changes nothing. */
export function askToWrite(freshMs = FRESH_MS): void {
  if (!make || open || performance.now() - answeredAt < freshMs) return;
  client ??= make();
  let end = (): void => {};
  const answered = new Promise<void>((resolve) => {
    end = resolve;
  });
  const question: WriteQuestion = { asked: performance.now(), answered, end };
  open = question;
  void ask(question, client);
  // The pool last: it may be full, and may be all that can connect.
  const again = setTimeout(
    (others: readonly (MongoClient | null)[]) => {
      for (const other of others) if (other) void ask(question, other);
    },
    SILENT_MS,
    [client, pool],
  );
  again.unref();
  void answered.then(() => clearTimeout(again));
}

/** A broken connection is no answer, and neither is a member that is no primary. */
async function ask(question: WriteQuestion, asked: MongoClient): Promise<void> {
  const updates = [{ q: { _id: 'none' }, u: { $set: { last: 0 } } }];
  while (open === question) {
    const end = await asked
      .db()
      .command({ update: 'counters', updates, writeConcern: { w: 1 } })
      .catch((error: unknown) => (error instanceof MongoServerError && !isStoreAway(error) ? error : null));
    if (open !== question) return;
    if (end === null) {
      await pause(RETRY_MS, undefined, { ref: false });
      continue;
    }
    open = null;
    answeredAt = performance.now();
    question.end();
  }
}

/** Whether the store takes no writes. */
export const isBlocked = (): boolean => open !== null && performance.now() - open.asked >= BLOCKED_MS;

/**
 * Before work that writes: null if it may begin; otherwise it may at the end of this promise, which throws {@link StoreHangs} if the store
 * takes no writes, or took none before `ends`, when its call may have been refused. Work that waits for a lock keeps its connection, and has
 * its effect once the lock is gone.
 */
export function untilWritable(ends: number): Promise<void> | null {
  const isCrowd = underWay >= CROWD && begun >= CROWD;
  if (isCrowd) askToWrite(0);
  return open !== null && (isCrowd || performance.now() - open.asked >= SILENT_MS)
    ? untilAnswered(open, ends)
    : null;
}

async function untilAnswered({ asked, answered }: WriteQuestion, ends: number): Promise<void> {
  const left = Math.min(asked + BLOCKED_MS, ends) - performance.now();
  if (left <= 0 || (await isLate(answered, left)) || performance.now() >= ends)
    throw new StoreHangs('no write in time');
}

/** Begins work that writes as soon as it may, before `ends`. It counts until it ends, also after its call. */
export async function whenWritable<Answer>(begin: () => Promise<Answer>, ends: number): Promise<Answer> {
  const waiting = untilWritable(ends);
  if (waiting) await waiting;
  underWay += 1;
  begun += 1;
  try {
    return await begin();
  } finally {
    underWay -= 1;
    begun = 0;
  }
}
