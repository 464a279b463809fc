import type { Config } from '../../common/config.ts';
import { Budget } from '../../common/fairness/budget.ts';
import { coolDownAfter, Turns } from '../../common/fairness/turns.ts';
import { elsewhere } from '../../common/store/collection.ts';
import { createClient, isOutOfTime } from '../../common/store/connection.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import type { Account } from './account.ts';
import type { QuestionStore } from './asking.ts';
import { type Failure, invalidField, quotaBusy, tooMany } from './failures.ts';
import { idBatches } from './id-batches.ts';

/**
 * Questions whose cost grows with an account's data. They have a few connections of their own, so that however many
 * are asked, all other calls find theirs free; an account has as many under way as its quota `expensive_calls` says, for
 * a third of the time at most; each has seconds to live.
 */
export interface SlowQuestions {
  /**
   * Asks once it is this account's turn. `signal` is the client's: once it hangs up, the question is killed and its
   * place is free. Throws a 429 where too many of the account wait already, and a 422 on `key` where the time is over.
   */
  ask<Answer>(
    account: Pick<Account, 'id' | 'quotas'>,
    key: string,
    signal: AbortSignal,
    question: (asking: QuestionStore) => Promise<Answer>,
  ): Promise<Answer>;
  /** Throws a 429 where no question of this account could wait now: before anything else is done for it. */
  checkPlace(account: Pick<Account, 'id'>): void;
  /** How many this process asks for an account now, those that wait included. */
  of(userId: number): number;
  close(): Promise<void>;
}

/** Questions of one account that may wait, and of all: a page that asks again at each key stroke needs no more. */
const LINE = Object.freeze({ each: 8, total: 200 });
/** Milliseconds that a question waits for its turn. */
const PATIENCE_MS = 10_000;
/**
 * Milliseconds of a question after which its account's next one waits for twice as long as it took: an account that
 * always asks keeps a core of MongoDB busy for a third of the time (measured: with half of it, a send of another account on a
 * machine of two cores takes 2.5 times as long). Quicker ones, such as those of a page at each key stroke, wait for nothing.
 */
const QUICK_MS = 50;
const coolDownMs = coolDownAfter(QUICK_MS, 2);
/** Seconds until one is asked again that found no place. */
const AGAIN = 2;

export function createSlowQuestions({
  mongodbUrl,
  questions: { ms, countingMs, total },
}: Pick<Config, 'mongodbUrl' | 'questions'>): SlowQuestions {
  const client = createClient(mongodbUrl, total);
  /** Questions of each account that are asked or wait. */
  const asking = new Budget<number>();
  const turns = new Turns<number>({
    total,
    each: total,
    line: LINE,
    patienceMs: PATIENCE_MS,
    coolDownMs,
    // The account's own line is full, or (rarely) that of all is.
    refusal: (_, userId) =>
      asking.of(userId) >= LINE.each
        ? quotaBusy('expensive_calls', { 'Retry-After': String(AGAIN) })
        : tooMany(AGAIN),
  });

  return {
    ask: ({ id, quotas }, key, signal, question) =>
      asking.during(id, 1, async () => {
        const share = await turns.enter(id, 1, { signal, each: quotas.expensive_calls || total });
        let away = false;
        try {
          const until = performance.now() + ms;
          const options = () => ({ signal, maxTimeMS: Math.max(1, Math.ceil(until - performance.now())) });
          return await question({
            collection: (model) => elsewhere(model, client.db()),
            options,
            countingMs,
            ids: ({ name }, filter) => idBatches(client, { collection: name, filter, ...options() }),
          });
        } catch (error) {
          const late = isOutOfTime(error);
          away = isStoreAway(error) && !late;
          throw late ? tooSlow(key, ms) : error;
        } finally {
          share.leave(away ? 0 : undefined);
        }
      }),
    checkPlace: ({ id }) => turns.checkPlace(id),
    of: (userId) => asking.of(userId),
    close: () => client.close(),
  };
}

const ADVICE: Readonly<Record<string, string>> = Object.freeze({ search: 'Search for a longer text' });

/** 422, so that no client asks the same again by itself: it would take as long. */
const tooSlow = (key: string, ms: number): Failure =>
  invalidField(
    key,
    `The answer takes longer than ${Number((ms / 1000).toFixed(1))} seconds. ${ADVICE[key] ?? 'Use fewer conditions'}, or try again later.`,
  );
