import { setTimeout as pause } from 'node:timers/promises';
import { type MongoClient, MongoServerError } from 'mongodb';
import { isLate } from '../batching/late.ts';
import { StoreHangs } from './store-away.ts';

/** Milliseconds that a write of one document waits for a lock, after which the store takes none. A busy store takes it sooner. */
const BLOCKED_MS = 3500;
/** Milliseconds without an answer after which a second connection is asked, because the first may be dead, and new work waits. */
const SILENT_MS = 500;
/** Milliseconds for which an answer holds. */
const FRESH_MS = 500;
/** Milliseconds between two tries of a connection that fails. */
const RETRY_MS = 100;
/** Work that writes: so much may begin while none ends. More waits for an answer, so that connections of the pool are left to reads. */
const CROWD = 20;

interface Question {
  readonly asked: number;
  readonly answered: Promise<void>;
  readonly end: () => void;
}

/** Makes a client with connections of its own: work that waits for a lock may hold all of the pool. */
let make: (() => MongoClient) | null = null;
let client: MongoClient | null = null;
/** Whether the store takes writes, while there is no answer. */
let open: Question | null = null;
let answeredAt = Number.NEGATIVE_INFINITY;
let underWay = 0;
/** Work that began since the last one ended. */
let begun = 0;

export async function watchWrites(making: typeof make): Promise<void> {
  make = making;
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
  const question: Question = { asked: performance.now(), answered, end };
  open = question;
  void ask(question, client);
  const again = setTimeout((asked: MongoClient) => void ask(question, asked), SILENT_MS, client);
  again.unref();
  void answered.then(() => clearTimeout(again));
}

/** A broken connection is no answer. */
async function ask(question: Question, asked: MongoClient): Promise<void> {
  const updates = [{ q: { _id: 'none' }, u: { $set: { last: 0 } } }];
  while (open === question) {
    const end = await asked
      .db()
      .command({ update: 'counters', updates, writeConcern: { w: 1 } })
      .catch((error: unknown) => (error instanceof MongoServerError ? error : null));
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
 * takes no writes. Work that waits for a lock keeps its connection, and has its effect once the lock is gone.
 */
export function untilWritable(): Promise<void> | null {
  const isCrowd = underWay >= CROWD && begun >= CROWD;
  if (isCrowd) askToWrite(0);
  return open !== null && (isCrowd || performance.now() - open.asked >= SILENT_MS)
    ? untilAnswered(open)
    : null;
}

async function untilAnswered({ asked, answered }: Question): Promise<void> {
  const left = asked + BLOCKED_MS - performance.now();
  if (left <= 0 || (await isLate(answered, left))) throw new StoreHangs('no write in time');
}

/** Begins work that writes as soon as it may. It counts until it ends, also where nobody waits for it any more. */
export async function whenWritable<Answer>(begin: () => Promise<Answer>): Promise<Answer> {
  const waiting = untilWritable();
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
