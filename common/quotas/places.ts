import { LRUCache } from 'lru-cache';
import { storeInTurn } from '../changes/bounded-inserts.ts';
import { Budget, type GiveBack } from '../fairness/budget.ts';
import { outsideTransaction, readingLatest } from '../store/transactions.ts';

/** Reserved places for new rows of an account. */
export interface RowPlaces {
  readonly count: number;
  /** Few places are left: other processes may reserve the same. Absent for an account without a limit. */
  readonly isNear?: boolean;
  /** Call it when the rows are written, or will not be. */
  readonly release: GiveBack;
}

interface CountUse {
  /** Milliseconds for which a count is reused while there is plenty of room … */
  readonly ms: number;
  /** … for this many rows more than requested: other processes add fewer in that time. */
  readonly plenty: number;
}

/**
 * Rows of one kind with a limit for each account. An account far from its limit is counted now and then, and an account near it each
 * time, because a count takes some milliseconds.
 */
export class CountedRows {
  readonly #count: (userId: number) => Promise<number>;
  readonly #plenty: number;
  /** Rows that this process is about to add. */
  readonly #adding = new Budget<number>();
  /** The last count of each account, plus the rows this process has added since. */
  readonly #counts: LRUCache<number, { count: number }>;

  constructor(count: (userId: number) => Promise<number>, { ms, plenty }: CountUse) {
    this.#count = count;
    this.#plenty = plenty;
    this.#counts = new LRUCache({ max: 10_000, ttl: ms });
  }

  /** Reserves up to `wanted` places. */
  async take(userId: number, wanted: number, limit: number): Promise<RowPlaces> {
    if (limit === 0 || wanted === 0) return { count: wanted, release: () => {} };
    const release = this.#adding.hold(userId, wanted);
    const reserved = this.#adding.of(userId);
    try {
      const known = this.#counts.get(userId);
      if (known && limit - known.count - reserved >= this.#plenty) {
        known.count += wanted;
        return { count: wanted, release };
      }
      const start = performance.now();
      const count = await outsideTransaction(() => this.#count(userId));
      this.#counts.set(userId, { count: count + reserved }, { start });
      const others = reserved - wanted;
      return {
        count: Math.max(0, Math.min(wanted, limit - count - others)),
        isNear: limit - count - reserved < this.#plenty,
        release,
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Places that are free now. */
  async room(userId: number, limit: number): Promise<number> {
    return Math.max(0, limit - (await outsideTransaction(() => this.#count(userId))));
  }

  /** The same, exactly, in the account's turn: its other writers wait, in all processes. */
  roomInTurn(userId: number, limit: number): Promise<number> {
    return readingLatest(() => this.room(userId, limit));
  }

  /** Adds rows with `write`. When the account would then exceed its limit, nothing is written and the answer is null. */
  async within<Answer>(
    { id, limit }: { readonly id: number; readonly limit: number },
    wanted: number,
    write: () => Promise<Answer>,
  ): Promise<{ readonly answer: Answer } | null> {
    const { isNear, release } = await this.take(id, wanted, limit);
    try {
      if (!isNear) return { answer: await write() };
      return await storeInTurn(id, async () =>
        (await this.roomInTurn(id, limit)) < wanted ? null : { answer: await write() },
      );
    } finally {
      release();
    }
  }
}
