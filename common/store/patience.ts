import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Document, MongoClient, Timestamp, TopologyDescription } from 'mongodb';
import mongoose from 'mongoose';
import { isLate, wasBusySince } from '../batching/late.ts';
import { cached } from '../cache/cached.ts';
import { StoreBusy, StoreHangs } from './store-away.ts';
import { askToWrite, isBlocked } from './write-probe.ts';

/** Milliseconds of silence after which a store counts as away: a request is answered 503 within 5 s. */
export const PATIENCE_MS = 4000;

/**
 * Waits for an answer until `ends`, by default for 4 s. The driver detects a hanging server only after some 20 s (its `timeoutMS`
 * does nothing since 7); a caller of this can answer 503 within 5. Where this process is overloaded and the store answers, it waits 4 s
 * longer, and then throws {@link StoreBusy}.
 */
export async function patiently<Answer>(
  question: Promise<Answer>,
  ends = performance.now() + PATIENCE_MS,
): Promise<Answer> {
  const began = performance.eventLoopUtilization();
  if (!(await isLate(question, Math.max(0, ends - performance.now())))) return question;
  if (!isAnswering() || (waiting === 0 && !wasBusySince(began))) throw new StoreHangs('no answer in time');
  for (let left = PATIENCE_MS; left > 0; left -= SLOW_MS) {
    if (!(await isLate(question, SLOW_MS))) return question;
    if (!isAnswering()) throw new StoreHangs('no answer in time');
  }
  throw performance.now() - movedAt < PATIENCE_MS
    ? new StoreBusy('no connection in time')
    : new StoreHangs('no answer in time');
}

/** Milliseconds after which work is slow enough to check the store, and between two checks. */
const SLOW_MS = 500;
/** Milliseconds for which calls share the answer to a check. */
const SHARED_MS = 100;
/** Milliseconds from a call's start within which an outage must be found. */
export const CALL_MS = 4500;
/** Milliseconds without an answer to the driver's monitor, which gets one each second, after which the store is away. */
const SILENT_MS = 2000;
/** Milliseconds without an answer to any operation, while some wait for a connection. Less than a call waits, so that it is noticed then. */
const STILL_MS = 3500;
/** Milliseconds without an answer to any operation after which a slow call asks on a connection of the pool. */
const QUIET_MS = 1000;
/** Milliseconds after an election in which a set may be slow: its members learn of it, and follow another one. */
const SETTLING_MS = 30_000;
/** A healthy majority replicates a write within milliseconds; after this time it is away. */
const MAJORITY_MS = 2000;

/**
 * Waits for work of any length that began at `since`, while the store is healthy: its primary answers and has not changed, and a
 * majority follows it; for work that `writes`, it also takes writes. Otherwise it throws within 5 s of the start: the work may be
 * done by then, or later, or never. Later effects are the work's own responsibility.
 */
export async function whileAnswering<Answer>(
  work: Promise<Answer>,
  since = performance.now(),
  writes = false,
): Promise<Answer> {
  const watch = { over: false };
  let timer: NodeJS.Timeout | undefined;
  const ends = since + CALL_MS;
  const look = async (): Promise<void> => {
    const seen = [heard];
    let silentMs = SILENT_MS;
    while (!watch.over) {
      askPool();
      if (writes) askToWrite();
      if (seen.at(-1) !== heard) seen.push(heard);
      while ((seen[1]?.at ?? heard.at) <= heard.at - MAJORITY_MS) seen.shift();
      if (performance.now() >= ends) {
        if (!isAnswering(silentMs)) throw new StoreHangs('no answer in time');
        if (writes && isBlocked()) throw new StoreHangs('no write in time');
        // A long call outlasts a short pause of the store.
        silentMs = PATIENCE_MS;
        if (primaryChangedAt > since - SETTLING_MS) throw new StoreHangs('there is another primary');
        const [old] = seen as [Replication];
        if (old.at <= heard.at - MAJORITY_MS && isBehind(heard.write, old.write))
          throw new StoreHangs('no majority in time');
      }
      const left = ends - performance.now();
      await pause(left > 0 ? Math.min(SLOW_MS, left) : SLOW_MS, undefined, { ref: false });
      // After a blocked loop timers run before received data.
      await nextTurn();
      await nextTurn();
    }
  };
  const away = new Promise<never>((_, reject) => {
    timer = setTimeout(() => void look().catch(reject), Math.max(0, since + SLOW_MS - performance.now()));
  });
  try {
    return await Promise.race([work, away]);
  } finally {
    watch.over = true;
    clearTimeout(timer);
  }
}

interface Replication {
  readonly at: number;
  /** The last write of the primary and of a majority; null: unknown, as to a router (`mongos`), which does not know those of its shards. */
  readonly write: { readonly primary: Timestamp; readonly majority: Timestamp } | null;
}

const replicationOf = ({ lastWrite }: Document, at: number): Replication => ({
  at,
  write: lastWrite ? { primary: lastWrite.opTime.ts, majority: lastWrite.majorityOpTime.ts } : null,
});

/** The last answer of the primary to the driver's monitor, which has a connection of its own, and so does not wait for calls. */
let heard: Replication = { at: Number.NEGATIVE_INFINITY, write: null };

/** Whether there is a primary that answers both the monitor and, where operations wait or were asked about, the pool. */
export function isAnswering(silentMs = SILENT_MS): boolean {
  const now = performance.now();
  const isStill = waiting > 0 && now - Math.max(movedAt, waitingSince) >= STILL_MS;
  return now - heard.at < silentMs && !isStill && now - askedAt < silentMs;
}

/** Operations that wait for a connection of the pool, and since when there are some. */
let waiting = 0;
let waitingSince = 0;
/** When a connection last came back to the pool. */
let movedAt = 0;
const NEVER = Number.POSITIVE_INFINITY;
/** When this process asked the pool, if no connection came back since. */
let askedAt = NEVER;

/** Shows whether the store answers on the pool's connections, too: they may be dead while the monitor's is not. */
function askPool(): void {
  const now = performance.now();
  const { db } = mongoose.connection;
  if (!db || waiting > 0 || askedAt !== NEVER || now - movedAt < QUIET_MS) return;
  askedAt = now;
  db.admin()
    .command({ hello: 1 })
    .catch(() => (askedAt = NEVER));
}

const replication = cached(
  async (db: NonNullable<typeof mongoose.connection.db>): Promise<Replication> =>
    replicationOf(await db.admin().command({ hello: 1 }), performance.now()),
  { ms: SHARED_MS, most: 1 },
);

/** The last write of the store that queries see, by anyone; null: a router answers, which does not know it. */
export const lastWrite = async (db = mongoose.connection.db!): Promise<Timestamp | null> =>
  (await replication(db)).write?.majority ?? null;

/** Whether a majority still lacks a write of before. */
const isBehind = (now: Replication['write'], before: Replication['write']): boolean =>
  now !== null && before !== null && now.majority.lessThan(before.primary);

/** When the primary last changed or was lost. */
let primaryChangedAt = Number.NEGATIVE_INFINITY;

export function watchPrimary(client: MongoClient): void {
  heard = { at: performance.now(), write: null };
  waiting = 0;
  movedAt = heard.at;
  askedAt = NEVER;
  primaryChangedAt = Number.NEGATIVE_INFINITY;
  client.on('serverHeartbeatSucceeded', ({ reply }) => {
    if (reply['isWritablePrimary']) heard = replicationOf(reply, performance.now());
  });
  client.on('connectionCheckOutStarted', () => {
    if (waiting === 0) waitingSince = performance.now();
    waiting += 1;
  });
  client.on('connectionCheckedOut', () => (waiting -= 1));
  client.on('connectionCheckOutFailed', () => (waiting -= 1));
  client.on('connectionCheckedIn', () => {
    movedAt = performance.now();
    askedAt = NEVER;
  });
  // The first event already has a description of before.
  client.on('topologyDescriptionChanged', ({ previousDescription, newDescription }) => {
    if (primaryOf(previousDescription) !== primaryOf(newDescription)) primaryChangedAt = performance.now();
  });
}

/** The primary and its election. */
function primaryOf({ servers }: TopologyDescription): string | null {
  const primary = [...servers.values()].find(({ type }) => type === 'RSPrimary');
  return primary ? `${primary.address} ${primary.electionId?.toHexString() ?? ''}` : null;
}
