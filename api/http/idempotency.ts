import { createHash, randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import mongoose from 'mongoose';
import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { standstill } from '../../common/failpoints.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import type { Logger } from '../../common/log.ts';
import { IdempotencyBeat } from '../../common/models/idempotency-beats.ts';
import {
  IdempotencyKey,
  type IdempotencyKeyDocument,
  type KeptAnswer,
} from '../../common/models/idempotency-keys.ts';
import { insertAtOnce } from '../../common/mongo/bulk-insert.ts';
import { isDuplicateKey, isTransient, rows } from '../../common/mongo/connection.ts';
import {
  changeOf,
  type Insert,
  insertAll,
  NotTogether,
  sessionOfGroups,
  storeTogether,
} from '../../common/mongo/store-together.ts';
import { commit, jointly, OPEN_MS, transaction, UnknownOutcome } from '../../common/mongo/transactions.ts';
import { openAnswer, sealAnswer } from '../../common/secrets/kept-answers.ts';
import { together } from '../../common/together.ts';
import { Failure, invalidField, storeAway } from './failures.ts';

/** The request's header, and the header that marks a repeated answer. */
export const KEY_HEADER = 'Idempotency-Key';
export const REPLAYED_HEADER = 'Idempotent-Replayed';

export const KEY_MAX = 255;
/** Of visible ASCII characters. */
export const KEY_PATTERN = `^[!-~]{1,${KEY_MAX}}$`;

export const USED_OTHERWISE = 'Idempotency-Key was used for another request';
export const STILL_RUNNING = 'The first request with this Idempotency-Key is still running';

const HOUR_MS = 3600_000;
/** Milliseconds for which an answer is stored. */
const KEPT_MS = 24 * HOUR_MS;
/** Milliseconds after its last sign of life when the handler of a key is considered dead … */
const LEASE_MS = 15_000;
/** … and the interval between signs of life. */
const BEAT_MS = 5000;
/** Milliseconds for which a call is tried again after write conflicts, so that it is answered within five seconds. */
const TRIES_MS = 4000;
/** Milliseconds after which the write of reserved keys holds up no other. */
const LATE_MS = 1000;
/** Maximum milliseconds between attempts. */
const PAUSE_MS = 50;
/** Refusals that are stored as answers. After others, such as 429, the same call may succeed later. */
const REFUSALS: ReadonlySet<number> = new Set([404, 409, 422]);
/** Characters of a refusal that is stored. A larger one is not stored; the call changed nothing, so it may be repeated. */
const REFUSAL_MAX = 2 ** 16;

/** The key of a request, or null when it has none. Throws a 422 for an invalid key. */
export function keyOf(header: string): string | null {
  if (header === '') return null;
  if (header.length > KEY_MAX) throw invalidField(KEY_HEADER, texts.max(KEY_HEADER, KEY_MAX));
  if (!new RegExp(KEY_PATTERN).test(header)) throw invalidField(KEY_HEADER, texts.format(KEY_HEADER));
  return header;
}

/** A key that this process has reserved. */
type Held = Pick<IdempotencyKeyDocument, '_id' | 'token' | 'since'>;

interface Keyed {
  readonly userId: number;
  readonly key: string;
  /** SHA-256 of the request. */
  readonly request: string;
  /** The answer shows a secret: it is stored sealed. */
  readonly showsSecret: boolean;
  /** All that the call changes is given to `store`, which needs no transaction of its own. */
  readonly storesOnce: boolean;
  readonly config: Pick<Config, 'appSecret' | 'signingSecrets'>;
  readonly log: Logger;
  readonly ring: Ring;
}

/** Stores documents: all of them, or none. In a keyed call they are stored with its answer. */
export type Store = (inserts: readonly Insert[]) => Promise<void>;

/** What a call answers; throws a {@link Failure} where it is refused. Rings are held back until it is stored. */
type Attempt = (ring: Ring, store: Store) => Promise<KeptAnswer>;

/** The answer to a call. `replayed`: it was stored by an earlier call. */
export interface Answered {
  readonly answer: KeptAnswer;
  readonly replayed: boolean;
}

/**
 * Answers a call with a key. The changes and the answer are stored together or not at all. So the same call made again, even
 * after a crash at any moment, gets the same answer and changes nothing. Throws a 422 when the key was used for another
 * request, and a 409 while another process handles it.
 */
export async function answerOnce(
  keyed: Keyed,
  refused: (failure: Failure) => string,
  attempt: Attempt,
): Promise<Answered> {
  const session = keyed.storesOnce ? sessionOfGroups() : await mongoose.connection.startSession();
  const end = async (): Promise<void> => {
    if (!keyed.storesOnce) await session.endSession();
  };
  const found = await reserve(keyed, session).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  if ('answer' in found) {
    await end();
    return { answer: found.answer, replayed: true };
  }
  await standstill('keyed-reserved');
  const beat = setInterval(() => {
    // A single missed sign of life does not matter; only when all fail does the lease end.
    rows(IdempotencyBeat)
      .updateOne({ _id: found.token }, { $set: { beat_at: now() } }, { upsert: true })
      .catch(() => {});
  }, BEAT_MS);
  try {
    return { answer: await handle(found, session, keyed, refused, attempt), replayed: false };
  } finally {
    clearInterval(beat);
  }
}

/** Reserves the key. Returns the answer that is stored for it, if there is one. */
async function reserve(
  { userId, key, request, config }: Keyed,
  session: ClientSession,
): Promise<Held | { answer: KeptAnswer }> {
  const _id = `${userId}-${createHash('sha256').update(key).digest('hex')}`;
  const token = randomUUID();
  for (;;) {
    const at = now();
    const fresh: IdempotencyKeyDocument = {
      _id,
      user_id: userId,
      request,
      token,
      session: session.id!.id,
      taken_at: at,
      since: at,
      answer: null,
      expires_at: new Date(at.getTime() + KEPT_MS),
    };
    if (await insertFresh(fresh)) return { _id, token, since: at };
    const there = await rows(IdempotencyKey).findOne({ _id });
    // The key expired at this moment.
    if (!there) continue;
    // It was stored, though a connection was lost before that was known.
    if (there.token === token) return { _id, token, since: at };
    const own = { _id, token: there.token };
    if (there.expires_at <= at) {
      const { modifiedCount } = await rows(IdempotencyKey).replaceOne(own, fresh);
      if (modifiedCount === 1) return { _id, token, since: at };
      continue;
    }
    if (there.request !== request) throw new Failure(422, USED_OTHERWISE);
    if (there.answer) return { answer: await openAnswer(there, there.answer, config) };
    if (await isAlive(there, at)) throw new Failure(409, STILL_RUNNING, { 'Retry-After': '1' });
    // Rolls back what the dead handler wrote and did not commit, so that its locks block no other writer.
    await mongoose.connection.db!.admin().command({ killSessions: [{ id: there.session }] });
    const { modifiedCount } = await rows(IdempotencyKey).updateOne(
      { ...own, answer: null },
      { $set: { token, session: session.id!.id, taken_at: at } },
    );
    if (modifiedCount === 1) return { _id, token, since: there.since };
  }
}

/** Who reserves a key while others are being reserved is part of the next write. */
const insertKeys = together(async (fresh: readonly IdempotencyKeyDocument[]) => {
  const taken = new Set(await insertAtOnce(IdempotencyKey, fresh));
  return new Map(fresh.flatMap((one, at) => (taken.has(at) ? [] : [[one, true] as const])));
}, LATE_MS);

/** Whether it was inserted: false where there is one of this key. */
async function insertFresh(fresh: IdempotencyKeyDocument): Promise<boolean> {
  try {
    return (await insertKeys(fresh)) === true;
  } catch {
    // The driver repeats a write of one document by itself where a connection is lost.
    try {
      await rows(IdempotencyKey).insertOne(fresh);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }
}

/** Starts a session for another attempt, ends the previous one, and stores its id for a process that takes the key over. */
async function nextSession({ _id, token }: Held): Promise<ClientSession> {
  const session = await mongoose.connection.startSession();
  const own = { _id, token, answer: null } as const;
  await rows(IdempotencyKey).updateOne(own, { $set: { session: session.id!.id } });
  return session;
}

async function isAlive({ token, taken_at }: IdempotencyKeyDocument, at: Date): Promise<boolean> {
  const dead = at.getTime() - LEASE_MS;
  if (taken_at.getTime() > dead) return true;
  const beat = await rows(IdempotencyBeat).findOne({ _id: token });
  return beat !== null && beat.beat_at.getTime() > dead;
}

/** Another process handles the key now, because this one gave no sign of life. */
class Lost extends Error {}

/** The last waiting call of each account. */
const turns = new Map<number, Promise<unknown>>();

/** Runs one call of an account at a time: calls that conflicted once would conflict again. */
async function inTurn<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
  const before = turns.get(userId) ?? Promise.resolve();
  const own = before.then(work);
  const end = own.catch(() => {});
  turns.set(userId, end);
  void end.then(() => turns.get(userId) === end && turns.delete(userId));
  return own;
}

async function handle(
  held: Held,
  first: ClientSession,
  keyed: Keyed,
  refused: (failure: Failure) => string,
  attempt: Attempt,
): Promise<KeptAnswer> {
  const { userId, log } = keyed;
  const began = performance.now();
  const isLate = (): boolean => performance.now() - began > TRIES_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      if (tries === 1) {
        return await (keyed.storesOnce
          ? tryTogether(held, keyed, attempt)
          : tryOnce(held, first, keyed, attempt));
      }
      return await inTurn(userId, async () => {
        if (isLate()) throw storeAway();
        return tryOnce(held, await nextSession(held), keyed, attempt);
      });
    } catch (error) {
      if (error instanceof Lost) throw new Failure(409, STILL_RUNNING, { 'Retry-After': '1' });
      // The key stays reserved, and a repeated call is told so.
      if (error instanceof UnknownOutcome) throw storeAway();
      if (error instanceof Failure && REFUSALS.has(error.status)) {
        return keepRefusal(held, { status: error.status, body: refused(error) });
      }
      const mayGo = error instanceof NotTogether || isTransient(error);
      if (!mayGo || (tries > 1 && isLate())) {
        await release(held, log);
        throw mayGo ? storeAway() : error;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
    }
  }
}

/** Holds rings back until `now`. */
function laterRings(keyed: Keyed): { readonly later: Ring; readonly now: () => Promise<void> } {
  const rings: (() => Promise<void>)[] = [];
  return {
    later: async (...given) => void rings.push(() => keyed.ring(...given)),
    now: async () => {
      for (const one of rings) await one();
    },
  };
}

/**
 * Runs the call and stores its documents and its answer together with those of other calls. If it throws, nothing was changed, except for
 * {@link UnknownOutcome}.
 */
async function tryTogether(held: Held, keyed: Keyed, attempt: Attempt): Promise<KeptAnswer> {
  const { later, now: ringNow } = laterRings(keyed);
  const inserts: Insert[] = [];
  const answer = await attempt(later, async (more) => void inserts.push(...more));
  await standstill('keyed-done');
  await storeTogether({
    userId: keyed.userId,
    inserts,
    change: changeOf(IdempotencyKey, ownOf(held), { $set: { answer } }),
    written: () => standstill('keyed-kept'),
  });
  await standstill('keyed-committed');
  await ringNow();
  await standstill('keyed-rung');
  return answer;
}

const ownOf = ({ _id, token }: Held) => ({ _id, token, answer: null });

/** Runs the call and stores its changes with its answer. If it throws, nothing was changed, except for {@link UnknownOutcome}. */
async function tryOnce(
  held: Held,
  session: ClientSession,
  keyed: Keyed,
  attempt: Attempt,
): Promise<KeptAnswer> {
  const { later, now: ringNow } = laterRings(keyed);
  try {
    const answer = await inTransaction(held, session, keyed, () => attempt(later, storeWithin));
    await commit(session);
    await standstill('keyed-committed');
    await ringNow();
    await standstill('keyed-rung');
    return answer;
  } finally {
    // Rolls back everything that was not committed. Work that is still running finds its session ended.
    if (session.inTransaction()) await session.abortTransaction().catch(() => {});
    await session.endSession();
  }
}

async function inTransaction(
  { _id, token, since }: Held,
  session: ClientSession,
  { showsSecret, config }: Keyed,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const own = { _id, token, answer: null } as const;
  let begun = 0;
  const first = async (): Promise<void> => {
    begun = performance.now();
    if (!(await rows(IdempotencyKey).findOne(own, { session, projection: { _id: 1 } }))) throw new Lost();
  };
  return jointly({ session, since, first }, async () => {
    const answer = await work();
    await standstill('keyed-done');
    // In the same transaction as the changes of the call.
    const stored = showsSecret ? await sealAnswer({ _id }, answer, config) : answer;
    const { matchedCount } = await rows(IdempotencyKey).updateOne(own, { $set: { answer: stored } });
    if (matchedCount === 0) throw new Lost();
    await standstill('keyed-kept');
    if (performance.now() - begun > OPEN_MS) throw storeAway();
    return answer;
  });
}

/** As part of the transaction that the call is in, else in one of its own. */
export const storeWithin: Store = (inserts) => transaction((session) => insertAll(session, inserts));

/** Stores a refusal. The call changed nothing, and the same call made again is refused in the same way. */
async function keepRefusal({ _id, token }: Held, answer: KeptAnswer): Promise<KeptAnswer> {
  const own = { _id, token, answer: null } as const;
  if (answer.body.length > REFUSAL_MAX) await rows(IdempotencyKey).deleteOne(own);
  else await rows(IdempotencyKey).updateOne(own, { $set: { answer } });
  return answer;
}

/** Releases the key after a call that changed nothing. If this fails, the next call waits until the lease ends. */
async function release({ _id, token }: Held, log: Logger): Promise<void> {
  await rows(IdempotencyKey)
    .deleteOne({ _id, token, answer: null })
    .catch((error: unknown) => log.debug({ err: error }, 'a key was not released'));
}
