import { setTimeout as pause } from 'node:timers/promises';
import type { MongoClient, Timestamp, TopologyDescription } from 'mongodb';
import mongoose from 'mongoose';
import { isLate } from '../batching/late.ts';
import { StoreHangs } from './store-away.ts';

/** Milliseconds that a store may be silent before it counts as away: a request is answered 503 within 5 s. */
export const PATIENCE_MS = 4000;

/**
 * Waits for an answer until `ends`, by default for 4 s, as long as for a server that refuses. One that hangs is found out by the
 * driver only after some 20 s (its `timeoutMS` does nothing since 7): who asks this first answers 503 within 5.
 */
export async function patiently<Answer>(
  question: Promise<Answer>,
  ends = performance.now() + PATIENCE_MS,
): Promise<Answer> {
  if (await isLate(question, Math.max(0, ends - performance.now())))
    throw new StoreHangs('no answer in time');
  return question;
}

/** Milliseconds after which work is slow enough to ask whether the store is still there, and between two such questions. */
const SLOW_MS = 500;
/** Milliseconds from a call's beginning in which a store that is away has to be found out. */
export const CALL_MS = 4500;
/** A question of just before then has this long: the answer is out within 5 s. */
const LAST_MS = 300;
/** Milliseconds after an election in which a set may be slow: others learn of it, and follow another member. */
const SETTLING_MS = 30_000;
/** A majority of a healthy set knows of a write within milliseconds; after these it is away. */
const MAJORITY_MS = 2000;

/**
 * Waits for work of any length that began at `since`, as long as the store is there: its primary answers and is no new one, and a
 * majority follows it. Otherwise it throws within 5 s of the beginning: the work may be done by then, or later, or never.
 * What it does when no one waits any more is its own.
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
      const found = await patiently(replication(asked), last);
      seen.push(found);
      while ((seen[1]?.asked ?? asked) <= asked - MAJORITY_MS) seen.shift();
      if (performance.now() >= ends) {
        if (primaryChangedAt > since - SETTLING_MS) throw new StoreHangs('there is another primary');
        const [old] = seen as [Replication];
        if (old.asked <= asked - MAJORITY_MS && found.majority.lessThan(old.written))
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

/** How far a primary has written, and a majority follows. */
interface Replication {
  readonly asked: number;
  readonly written: Timestamp;
  readonly majority: Timestamp;
}

async function replication(asked: number): Promise<Replication> {
  const { lastWrite } = await mongoose.connection.db!.admin().command({ hello: 1 });
  return { asked, written: lastWrite.opTime.ts, majority: lastWrite.majorityOpTime.ts };
}

/** When the connected store got another primary, or lost the one that it had. */
let primaryChangedAt = Number.NEGATIVE_INFINITY;

/** Keeps an eye on which server takes our writes. */
export function watchPrimary(client: MongoClient): void {
  // The driver tells what was before, too: it was known long before anyone listened.
  client.on('topologyDescriptionChanged', ({ previousDescription, newDescription }) => {
    if (primaryOf(previousDescription) !== primaryOf(newDescription)) primaryChangedAt = performance.now();
  });
}

/** Which server is the primary, and by which election. */
function primaryOf({ servers }: TopologyDescription): string | null {
  const primary = [...servers.values()].find(({ type }) => type === 'RSPrimary');
  return primary ? `${primary.address} ${primary.electionId?.toHexString() ?? ''}` : null;
}
