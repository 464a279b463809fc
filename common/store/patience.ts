import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { MongoClient, Timestamp, TopologyDescription } from 'mongodb';
import mongoose from 'mongoose';
import { isLate } from '../batching/late.ts';
import { cached } from '../cache/cached.ts';
import { StoreHangs } from './store-away.ts';

/** Milliseconds of silence after which a store counts as away: a request is answered 503 within 5 s. */
export const PATIENCE_MS = 4000;

/** Share of a wait in which this process worked itself, above which it may have been too busy to read the answer. */
const BUSY = 0.5;

/**
 * Waits for an answer until `ends`, by default for 4 s, and so long again where this process was busy meanwhile. The driver detects a hanging server only after some 20 s (its `timeoutMS`
 * does nothing since 7); a caller of this can answer 503 within 5.
 */
export async function patiently<Answer>(
  question: Promise<Answer>,
  ends = performance.now() + PATIENCE_MS,
): Promise<Answer> {
  const began = performance.eventLoopUtilization();
  const isHanging =
    (await isLate(question, Math.max(0, ends - performance.now()))) &&
    (performance.eventLoopUtilization(began).utilization < BUSY || (await isLate(question, PATIENCE_MS)));
  if (isHanging) throw new StoreHangs('no answer in time');
  return question;
}

/** Milliseconds after which work is slow enough to check the store, and between two checks. */
const SLOW_MS = 500;
/** Milliseconds for which calls share the answer to a check. */
const SHARED_MS = 100;
/** Milliseconds from a call's start within which an outage must be found. */
export const CALL_MS = 4500;
/** Milliseconds for a check that begins just before then: the answer is sent within 5 s. */
const LAST_MS = 300;
/** Milliseconds after an election in which a set may be slow: its members learn of it, and follow another one. */
const SETTLING_MS = 30_000;
/** A healthy majority replicates a write within milliseconds; after this time it is away. */
const MAJORITY_MS = 2000;

/**
 * Waits for work of any length that began at `since`, while the store is healthy: its primary answers and has not changed, and a
 * majority follows it. Otherwise it throws within 5 s of the start: the work may be done by then, or later, or never. Later
 * effects are the work's own responsibility.
 */
export async function whileAnswering<Answer>(
  work: Promise<Answer>,
  since = performance.now(),
): Promise<Answer> {
  const watch = { over: false };
  let timer: NodeJS.Timeout | undefined;
  const ends = since + CALL_MS;
  const look = async (): Promise<void> => {
    const seen: Replication[] = [];
    while (!watch.over) {
      const asked = performance.now();
      const last = asked < ends ? Math.max(ends, asked + LAST_MS) : asked + PATIENCE_MS;
      const found = await patiently(replication(mongoose.connection.db!), last);
      seen.push(found);
      while ((seen[1]?.asked ?? asked) <= asked - MAJORITY_MS) seen.shift();
      if (performance.now() >= ends) {
        if (primaryChangedAt > since - SETTLING_MS) throw new StoreHangs('there is another primary');
        const [old] = seen as [Replication];
        if (old.asked <= asked - MAJORITY_MS && isBehind(found.write, old.write))
          throw new StoreHangs('no majority in time');
      }
      const left = ends - performance.now();
      await pause(left > 0 ? Math.min(SLOW_MS, left) : SLOW_MS, undefined, { ref: false });
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
  readonly asked: number;
  /** The last write of the primary and of a majority; null: a router (`mongos`) answers, which does not know those of its shards. */
  readonly write: { readonly primary: Timestamp; readonly majority: Timestamp } | null;
}

/** A hundred calls that wait for their turn would otherwise ask two hundred times a second. */
const replication = cached(
  async (db: NonNullable<typeof mongoose.connection.db>): Promise<Replication> => {
    const asked = performance.now();
    const { lastWrite } = await db.admin().command({ hello: 1 });
    const write = lastWrite && { primary: lastWrite.opTime.ts, majority: lastWrite.majorityOpTime.ts };
    return { asked, write: write ?? null };
  },
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
