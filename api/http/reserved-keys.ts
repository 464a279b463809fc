import { createHash, randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import mongoose from 'mongoose';
import { LATE_WRITE_MS } from '../../common/batching/late.ts';
import { together } from '../../common/batching/together.ts';
import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import type { Logger } from '../../common/log.ts';
import { IdempotencyBeat } from '../../common/models/idempotency-beats.ts';
import {
  IdempotencyKey,
  type IdempotencyKeyDocument,
  type KeptAnswer,
} from '../../common/models/idempotency-keys.ts';
import { openAnswer } from '../../common/secrets/kept-answers.ts';
import { insertAtOnce } from '../../common/store/bulk-insert.ts';
import { isDuplicateKey } from '../../common/store/connection.ts';
import { Failure } from './failures.ts';

export const USED_OTHERWISE = 'Idempotency-Key was used for another request';
export const STILL_RUNNING = 'The first request with this Idempotency-Key is still running';

const HOUR_MS = 3600_000;
const KEPT_MS = 24 * HOUR_MS;
/** Milliseconds without a beat after which the handler of a key counts as dead … */
const LEASE_MS = 15_000;
/** … and the interval between beats. */
const BEAT_MS = 5000;
/** Maximum characters of a stored refusal. A longer one is not stored; its call changed nothing and may be repeated. */
const REFUSAL_MAX = 2 ** 16;

export type KeyReservation = Pick<IdempotencyKeyDocument, '_id' | 'user_id' | 'token' | 'since'>;

/** Matches the key while this process holds it and it has no answer. */
export const ownOf = ({ _id, token }: KeyReservation) => ({ _id, token, answer: null });

export interface KeyOfCall {
  readonly userId: number;
  readonly key: string;
  readonly request: string;
  readonly config: Pick<Config, 'appSecret' | 'signingSecrets'>;
}

export async function reserveKey(
  { userId, key, request, config }: KeyOfCall,
  session: ClientSession,
): Promise<KeyReservation | { answer: KeptAnswer }> {
  const _id = `${userId}-${createHash('sha256').update(key).digest('hex')}`;
  const token = randomUUID();
  const keys = IdempotencyKey.of(userId);
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
    if (await insertFresh(fresh)) return { _id, user_id: userId, token, since: at };
    const there = await keys.findOne({ _id });
    // The key expired at this moment.
    if (!there) continue;
    // This insert was stored, but its connection failed before the answer.
    if (there.token === token) return { _id, user_id: userId, token, since: at };
    const own = { _id, token: there.token };
    if (there.expires_at <= at) {
      const { modifiedCount } = await keys.replaceOne(own, fresh);
      if (modifiedCount === 1) return { _id, user_id: userId, token, since: at };
      continue;
    }
    if (there.request !== request) throw new Failure(422, USED_OTHERWISE, {}, null, 'idempotency_reused');
    if (there.answer) return { answer: await openAnswer(there, there.answer, config) };
    if (await isAlive(there, at))
      throw new Failure(409, STILL_RUNNING, { 'Retry-After': '1' }, null, 'idempotency_running');
    // Rolls back the dead handler's uncommitted writes, so that their locks block no other writer.
    await mongoose.connection.db!.admin().command({ killSessions: [{ id: there.session }] });
    const { modifiedCount } = await keys.updateOne(
      { ...own, answer: null },
      { $set: { token, session: session.id!.id, taken_at: at } },
    );
    if (modifiedCount === 1) return { _id, user_id: userId, token, since: there.since };
  }
}

/** Tells other processes that this one still handles the call. Returns a function that stops this. */
export function giveSignsOfLife({ token }: KeyReservation): () => void {
  const beat = setInterval(() => {
    // A single failed beat does not matter: the lease ends only when all fail.
    IdempotencyBeat.updateOne({ _id: token }, { $set: { beat_at: now() } }, { upsert: true }).catch(() => {});
  }, BEAT_MS);
  return () => clearInterval(beat);
}

/** Keys that arrive during a write share the next one. */
const insertKeys = together(async (fresh: readonly IdempotencyKeyDocument[]) => {
  const taken = new Set(await insertAtOnce(IdempotencyKey.among(fresh.map((one) => one.user_id)), fresh));
  return new Map(fresh.flatMap((one, at) => (taken.has(at) ? [] : [[one, true] as const])));
}, LATE_WRITE_MS);

async function insertFresh(fresh: IdempotencyKeyDocument): Promise<boolean> {
  try {
    return (await insertKeys(fresh)) === true;
  } catch {
    // If a connection fails, the driver retries a write of one document by itself.
    try {
      await IdempotencyKey.of(fresh.user_id).insertOne(fresh);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }
}

/** Starts a session for another try and stores its id for a process that takes the key over. */
export async function nextSession(held: KeyReservation): Promise<ClientSession> {
  const session = await mongoose.connection.startSession();
  await IdempotencyKey.of(held.user_id).updateOne(ownOf(held), { $set: { session: session.id!.id } });
  return session;
}

async function isAlive({ token, taken_at }: IdempotencyKeyDocument, at: Date): Promise<boolean> {
  const dead = at.getTime() - LEASE_MS;
  if (taken_at.getTime() > dead) return true;
  const beat = await IdempotencyBeat.findOne({ _id: token });
  return beat !== null && beat.beat_at.getTime() > dead;
}

export async function keepRefusal(held: KeyReservation, answer: KeptAnswer): Promise<KeptAnswer> {
  const own = ownOf(held);
  const keys = IdempotencyKey.of(held.user_id);
  if (answer.body.length > REFUSAL_MAX) await keys.deleteOne(own);
  else await keys.updateOne(own, { $set: { answer } });
  return answer;
}

/** Releases the key after a call that changed nothing. If this fails, the next call waits until the lease ends. */
export async function releaseKey(held: KeyReservation, log: Logger): Promise<void> {
  await IdempotencyKey.of(held.user_id)
    .deleteOne(ownOf(held))
    .catch((error: unknown) => log.debug({ err: error }, 'idempotency key not released'));
}
