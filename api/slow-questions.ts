import type { Collection } from 'mongodb';
import type { Model } from 'mongoose';
import type { Config } from '../common/config.ts';
import { createClient, isOutOfTime } from '../common/mongo.ts';
import { type Failure, invalidField, tooMany } from './http/failures.ts';
import { createTurns, LineFull } from './http/turns.ts';

/** What a slow question asks with. */
export interface Asking {
  /** The collection of a model, on the connections of slow questions. */
  collection<Document extends object>(model: Model<Document>): Collection<Document>;
  /** For each of its operations: they end when the client hangs up, and when their time is over. */
  options(): { readonly signal: AbortSignal; readonly maxTimeMS: number };
}

/**
 * Questions whose cost grows with an account's data. They have a few connections of their own, so that however many
 * are asked, all other calls find theirs free; an account has one or two under way; each has seconds to live.
 */
export interface SlowQuestions {
  /**
   * Asks once it is this account's turn. `signal` is the client's: once it hangs up, the question is killed and its
   * place is free. Throws a 429 where too many of the account wait already, and a 422 on `key` where the time is over.
   */
  ask<Answer>(
    userId: number,
    key: string,
    signal: AbortSignal,
    question: (asking: Asking) => Promise<Answer>,
  ): Promise<Answer>;
  close(): Promise<void>;
}

/** Questions of one account that may wait, and of all: a page that asks anew at each key stroke has no more. */
const LINE = Object.freeze({ each: 8, total: 200 });
/** Milliseconds that a question waits for its turn. */
const PATIENCE_MS = 10_000;
/** Seconds until one is asked again that found no place. */
const AGAIN = 2;

/** How many slow questions an account has under way at most; `expensive calls under way` among its quotas. */
export type AtOnce = (userId: number) => number;

/** `atOnce` is the configured number for every account, unless somebody knows better. */
export function createSlowQuestions(
  { mongodbUrl, questions: { ms, total, each } }: Pick<Config, 'mongodbUrl' | 'questions'>,
  atOnce: AtOnce = () => each,
): SlowQuestions {
  const client = createClient(mongodbUrl, total);
  const turns = createTurns<number>({ total, each: atOnce, line: LINE, patienceMs: PATIENCE_MS });

  return {
    async ask(userId, key, signal, question) {
      const share = await turns.enter(userId, 1, signal).catch((error: unknown) => {
        throw error instanceof LineFull ? tooMany(AGAIN) : error;
      });
      const until = performance.now() + ms;
      try {
        return await question({
          collection: (model) => client.db().collection(model.collection.collectionName),
          options: () => ({ signal, maxTimeMS: Math.max(1, Math.ceil(until - performance.now())) }),
        });
      } catch (error) {
        throw isOutOfTime(error) ? tooSlow(key, ms) : error;
      } finally {
        share.leave();
      }
    },
    close: () => client.close(),
  };
}

/** 422, so that no client asks the same again by itself: it would take as long. */
const tooSlow = (key: string, ms: number): Failure =>
  invalidField(
    key,
    `The answer takes longer than ${Number((ms / 1000).toFixed(1))} seconds. Use fewer conditions, or try again later.`,
  );
