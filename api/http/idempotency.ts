import type { Context } from 'koa';
import type { ClientSession } from 'mongodb';
import mongoose from 'mongoose';
import { standstill } from '../../common/config/failpoints.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { Turns } from '../../common/fairness/turns.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import type { Logger } from '../../common/log.ts';
import { IdempotencyKey, type KeptAnswer } from '../../common/models/idempotency-keys.ts';
import { sealAnswer } from '../../common/secrets/kept-answers.ts';
import { isTransient } from '../../common/store/connection.ts';
import {
  documentChange,
  type Insert,
  insertAll,
  NotTogether,
  sessionOfGroups,
  storeTogether,
} from '../../common/store/store-together.ts';
import {
  CONFLICTS_MS,
  commit,
  isInTransaction,
  jointly,
  OPEN_MS,
  transaction,
  UnknownOutcome,
} from '../../common/store/transactions.ts';
import { changesSomething } from '../contract.ts';
import { failed } from './envelope.ts';
import type { Exchange } from './exchange.ts';
import { Failure, invalidField, storeAway } from './failures.ts';
import {
  giveSignsOfLife,
  type KeyOfCall,
  type KeyReservation,
  keepRefusal,
  nextSession,
  ownOf,
  releaseKey,
  reserveKey,
  STILL_RUNNING,
} from './reserved-keys.ts';

export const KEY_HEADER = 'Idempotency-Key';
export const REPLAYED_HEADER = 'Idempotent-Replayed';

export const KEY_MAX = 255;
export const KEY_PATTERN = `^[!-~]{1,${KEY_MAX}}$`;

const KEY_HINT = `Write 1 to ${KEY_MAX} visible ASCII characters, such as a UUID.`;

/** Refusals that are stored as answers. After others, such as a 429, a retry may succeed. */
const REFUSALS: ReadonlySet<number> = new Set([404, 409, 422]);
const PAUSE_MS = 50;

/** The key of a request, or null. Throws a 422 for an invalid key, also for a blank one, because its client wants to be protected. */
export function idempotencyKeyOf({ headers }: Pick<Context, 'headers'>): string | null {
  const header = headers['idempotency-key'] as string | undefined;
  if (header === undefined) return null;
  if (header.length > KEY_MAX) throw invalidField(KEY_HEADER, texts.max(KEY_HEADER, KEY_MAX));
  if (!new RegExp(KEY_PATTERN).test(header))
    throw invalidField(KEY_HEADER, texts.format(KEY_HEADER), KEY_HINT);
  return header;
}

export function readKey(exchange: Exchange): void {
  const { ctx, served } = exchange;
  if (changesSomething(served.row, ctx.method)) exchange.key = idempotencyKeyOf(ctx);
}

interface KeyedCall extends KeyOfCall {
  /** The answer contains a secret, so it is stored encrypted. */
  readonly showsSecret: boolean;
  /** The handler writes only through `store`, so it needs no transaction of its own. */
  readonly storesOnce: boolean;
  readonly log: Logger;
  readonly ring: Ring;
  /** Runs the call and returns its answer; a refusal throws a {@link Failure}. Rings wait until the answer is stored. */
  attempt(ring: Ring, store: DocumentStore): Promise<KeptAnswer>;
}

/** Stores all documents or none. In a keyed call they are stored with its answer. */
export type DocumentStore = (inserts: readonly Insert[]) => Promise<void>;

/**
 * Answers a call with a key. Its changes and its answer are stored together or not at all, so a retry gets the same answer and changes
 * nothing, even after a crash. Throws a 422 if another request used the key, and a 409 while another process handles it.
 */
export async function answerOnce(keyed: KeyedCall): Promise<{ answer: KeptAnswer; replayed: boolean }> {
  const session = keyed.storesOnce ? sessionOfGroups() : await mongoose.connection.startSession();
  const end = async (): Promise<void> => {
    if (!keyed.storesOnce) await session.endSession();
  };
  const found = await reserveKey(keyed, session).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  if ('answer' in found) {
    await end();
    return { answer: found.answer, replayed: true };
  }
  await standstill('keyed-reserved');
  const endSigns = giveSignsOfLife(found);
  try {
    return { answer: await handle(found, session, keyed), replayed: false };
  } finally {
    endSigns();
  }
}

/** Another process took over the key, because this one did not renew its reservation. */
class ReservationLoss extends Error {}

/** One retry per account at a time: calls that conflicted would conflict again. */
const repeats = new Turns<number>({ total: Number.POSITIVE_INFINITY, each: 1 });

async function handle(held: KeyReservation, first: ClientSession, keyed: KeyedCall): Promise<KeptAnswer> {
  const { userId, log } = keyed;
  const began = performance.now();
  const isOutOfTime = (): boolean => performance.now() - began > CONFLICTS_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      if (tries === 1) {
        return await (keyed.storesOnce ? tryTogether(held, keyed) : tryOnce(held, first, keyed));
      }
      return await repeats.run(userId, async () => {
        if (isOutOfTime()) throw storeAway();
        return tryOnce(held, await nextSession(held), keyed);
      });
    } catch (error) {
      if (error instanceof ReservationLoss)
        throw new Failure(409, STILL_RUNNING, { 'Retry-After': '1' }, null, 'idempotency_running');
      // The key stays reserved, and a repeated call gets a 409.
      if (error instanceof UnknownOutcome) throw storeAway();
      if (error instanceof Failure && REFUSALS.has(error.status)) {
        const body = JSON.stringify(failed(error));
        return keepRefusal(held, { status: error.status, body });
      }
      const mayGo = error instanceof NotTogether || isTransient(error);
      if (!mayGo || (tries > 1 && isOutOfTime())) {
        await releaseKey(held, log);
        throw mayGo ? storeAway() : error;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
    }
  }
}

function laterRings(keyed: KeyedCall) {
  const rings: (() => Promise<void>)[] = [];
  const later: Ring = async (...given) => void rings.push(() => keyed.ring(...given));
  return {
    later,
    now: async (): Promise<void> => {
      for (const one of rings) await one();
    },
  };
}

/** Stores documents and answer together with those of other calls. An error means no change, except {@link UnknownOutcome}. */
async function tryTogether(held: KeyReservation, keyed: KeyedCall): Promise<KeptAnswer> {
  const { later, now: ringNow } = laterRings(keyed);
  const inserts: Insert[] = [];
  const answer = await keyed.attempt(later, async (more) => {
    if (isInTransaction()) throw new NotTogether('the documents are part of a transaction');
    inserts.push(...more);
  });
  await standstill('keyed-done');
  await storeTogether({
    userId: keyed.userId,
    inserts,
    change: documentChange(IdempotencyKey.of(keyed.userId), ownOf(held), await keeping(held, answer, keyed)),
    written: () => standstill('keyed-kept'),
  });
  await standstill('keyed-committed');
  await ringNow();
  await standstill('keyed-rung');
  return answer;
}

/** The change that stores the answer of a call; an answer with a secret is encrypted. */
const keeping = async (held: KeyReservation, answer: KeptAnswer, { showsSecret, config }: KeyedCall) => ({
  $set: { answer: showsSecret ? await sealAnswer(held, answer, config) : answer },
});

/** Runs the call and stores its changes with its answer. An error means that nothing changed, except {@link UnknownOutcome}. */
async function tryOnce(held: KeyReservation, session: ClientSession, keyed: KeyedCall): Promise<KeptAnswer> {
  const { later, now: ringNow } = laterRings(keyed);
  const own = ownOf(held);
  let begun = 0;
  const first = async (): Promise<void> => {
    begun = performance.now();
    if (!(await IdempotencyKey.of(held.user_id).findOne(own, { session, projection: { _id: 1 } })))
      throw new ReservationLoss();
  };
  try {
    const answer = await jointly({ session, since: held.since, first }, async () => {
      const answer = await keyed.attempt(later, storeWithin);
      await standstill('keyed-done');
      const { matchedCount } = await IdempotencyKey.of(held.user_id).updateOne(
        own,
        await keeping(held, answer, keyed),
      );
      if (matchedCount === 0) throw new ReservationLoss();
      await standstill('keyed-kept');
      if (performance.now() - begun > OPEN_MS) throw storeAway();
      return answer;
    });
    await commit(session);
    await standstill('keyed-committed');
    await ringNow();
    await standstill('keyed-rung');
    return answer;
  } finally {
    // Rolls back uncommitted changes. Work that still runs fails, because its session has ended.
    if (session.inTransaction()) await session.abortTransaction().catch(() => {});
    await session.endSession();
  }
}

/** In the transaction of the call, or else in a new one. */
export const storeWithin: DocumentStore = (inserts) => transaction((session) => insertAll(session, inserts));
