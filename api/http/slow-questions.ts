import type { Config } from '../../common/config.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { Budget } from '../../common/fairness/budget.ts';
import { coolDownAfter, Turns } from '../../common/fairness/turns.ts';
import { elsewhere, type Filter, ownFilter, type Rows } from '../../common/store/collection.ts';
import { createClient, isOutOfTime } from '../../common/store/connection.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import type { Account } from './account.ts';
import { type Failure, inUse, invalidField, quotaBusy } from './failures.ts';
import { type IdBatch, idBatches } from './id-batches.ts';

export interface QuestionStore {
  /** The same rows on the connections for slow questions. */
  collection<Document extends object>(rows: Rows<Document>): Rows<Document>;
  /** Options of each operation. They end it when the client hangs up or the time-out passes. */
  options(): { readonly signal: AbortSignal; readonly maxTimeMS: number };
  /** Milliseconds after which a count may return a partial result. */
  readonly countingMs: number;
  ids<Document extends object>(rows: Rows<Document>, filter: Filter<Document>): AsyncGenerator<IdBatch>;
}

/** Questions that may wait, of one account and of all. A search page that asks at each key stroke needs no more. */
const LINE = Object.freeze({ each: 8, total: 200 });
const PATIENCE_MS = 10_000;
/**
 * Milliseconds. After a slower question, the account's next one waits for twice its duration, so that the account uses a MongoDB core for a
 * third of the time at most. With half of the time, another account's send on a two-core machine takes 2.5 times as long. Quicker
 * questions, such as a search at each key stroke, cause no wait.
 */
const QUICK_MS = 50;
const coolDownMs = coolDownAfter(QUICK_MS, 2);
const AGAIN = 2;

/**
 * Queries whose cost grows with an account's data. They have few connections of their own, so that other calls keep theirs. An account runs
 * as many at once as its quota `expensive_calls`, for a third of the time at most, and each has a time-out.
 */
export function createSlowQuestions({ mongodbUrl, questions }: Pick<Config, 'mongodbUrl' | 'questions'>) {
  const { ms, countingMs, total } = questions;
  const client = createClient(mongodbUrl, total);
  const asking = new Budget<number>();
  const turns = new Turns<number>({
    total,
    each: total,
    line: LINE,
    patienceMs: PATIENCE_MS,
    coolDownMs,
    // The account's own line is full, or (rarely) the line of all accounts.
    refusal: (_, userId) =>
      asking.of(userId) >= LINE.each
        ? quotaBusy('expensive_calls', { 'Retry-After': String(AGAIN) })
        : inUse(AGAIN, 'Slow calls of all accounts at once'),
  });

  return {
    /**
     * Waits for the account's turn and asks. When the client hangs up (`signal`), the query is killed. Throws a 429 if too many of the
     * account wait, and a 422 on `key` after the time-out; a 429 if `key` is null.
     */
    ask: <Answer>(
      { id, quotas }: Pick<Account, 'id' | 'quotas'>,
      key: string | null,
      signal: AbortSignal,
      question: (asking: QuestionStore) => Promise<Answer>,
    ): Promise<Answer> =>
      asking.during(id, 1, async () => {
        const share = await turns.enter(id, 1, { signal, each: quotas.expensive_calls || total });
        let away = false;
        try {
          const until = performance.now() + ms;
          const options = () => ({ signal, maxTimeMS: Math.max(1, Math.ceil(until - performance.now())) });
          return await question({
            collection: (rows) => elsewhere(rows, client.db()),
            options,
            countingMs,
            ids: (rows, filter) =>
              idBatches(client, { collection: rows.name, filter: ownFilter(rows, filter), ...options() }),
          });
        } catch (error) {
          const late = isOutOfTime(error);
          away = isStoreAway(error) && !late;
          throw late ? tooSlow(key, ms) : error;
        } finally {
          share.leave(away ? 0 : undefined);
        }
      }),
    /** Throws a 429 if no question of this account could wait now. Callers check it before other work. */
    checkPlace: ({ id }: Pick<Account, 'id'>) => turns.checkPlace(id),
    of: (userId: number) => asking.of(userId),
    close: () => client.close(),
  };
}

export type SlowQuestions = ReturnType<typeof createSlowQuestions>;

const ADVICE: Readonly<Record<string, string>> = Object.freeze({ search: 'Search for a longer text' });

/** A 422, so that no client retries automatically: a retry would take as long. A call without inputs gets a 429, so that its client waits. */
const tooSlow = (key: string | null, ms: number): Failure =>
  key === null
    ? inUse(Math.ceil(coolDownMs(ms) / 1000), `${ms / 1000} seconds for a slow call`)
    : invalidField(key, texts.slow(Number((ms / 1000).toFixed(1)), ADVICE[key] ?? 'Use fewer conditions'));
