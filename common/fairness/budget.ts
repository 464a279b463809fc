/** Gives back what was taken; a second call does nothing. */
export type GiveBack = () => void;

export interface BudgetOptions<Key, Outer> {
  /** Most that all keys may have together; without it, no bound. */
  readonly total?: number;
  /** Most that one key may have; without it, no bound. */
  readonly each?: number | ((key: Key) => number);
  /** The part of each millisecond that a key gets back of what it has used: such a budget is of time, and has no `total`. */
  readonly refill?: number;
  /** A budget that has to have room as well: of an account, where the keys are its jobs. */
  readonly within?: { readonly budget: Budget<Outer>; readonly keyOf: (key: Key) => Outer };
  /** Milliseconds, for `refill`. */
  readonly clock?: () => number;
}

interface Entry {
  taken: number;
  /** When `taken` was last brought up to date, by the clock. */
  at: number;
}

/** Keys whose use of time is remembered; of more, those that used theirs longest ago have all of it again. */
const MOST_KEYS = 10_000;

/**
 * Bounded amounts, of all keys and of each: bytes, milliseconds of work, or jobs. It takes or refuses an amount at once. One that is larger
 * than its bound is taken alone: otherwise it never would be.
 */
export class Budget<Key, Outer = unknown> {
  readonly #total: number;
  readonly #each: (key: Key) => number;
  readonly #refill: number;
  readonly #within: BudgetOptions<Key, Outer>['within'];
  readonly #clock: () => number;
  readonly #entries = new Map<Key, Entry>();
  #used = 0;

  constructor(options: BudgetOptions<Key, Outer> = {}) {
    const { total = Number.POSITIVE_INFINITY, each = Number.POSITIVE_INFINITY, refill = 0 } = options;
    this.#total = total;
    this.#each = typeof each === 'function' ? each : () => each;
    this.#refill = refill;
    this.#within = options.within;
    this.#clock = options.clock ?? (() => performance.now());
  }

  /** Keys that are remembered: those that have something, or used time lately. */
  get keys(): number {
    return this.#entries.size;
  }

  /** The amount that a key has now. */
  of(key: Key): number {
    const entry = this.#entries.get(key);
    if (!entry) return 0;
    return this.#refill === 0 ? entry.taken : this.#refilled(entry);
  }

  /** The amount that a key may still take; negative where it has more than it may. */
  left(key: Key): number {
    return this.#each(key) - this.of(key);
  }

  /** Whether there is room for an amount; `most`: what this key may have, where the budget does not know it. */
  fits(key: Key, amount: number, most?: number): boolean {
    if (this.#used > 0 && this.#used + amount > this.#total) return false;
    const own = this.of(key);
    if (own > 0 && own + amount > (most ?? this.#each(key))) return false;
    return this.#within?.budget.fits(this.#within.keyOf(key), amount) ?? true;
  }

  /** Adds to what a key has, whether or not there is room; a negative amount is given back. */
  add(key: Key, amount: number): void {
    this.#within?.budget.add(this.#within.keyOf(key), amount);
    if (this.#refill > 0) return this.#addTime(key, amount);
    this.#used += amount;
    const entry = this.#entries.get(key);
    if (!entry) this.#entries.set(key, { taken: amount, at: 0 });
    else if (entry.taken + amount === 0) this.#entries.delete(key);
    else entry.taken += amount;
  }

  /** Adds an amount until it is given back, whether or not there is room. */
  hold(key: Key, amount: number): GiveBack {
    this.add(key, amount);
    let held = true;
    return () => {
      if (held) this.add(key, -amount);
      held = false;
    };
  }

  /** Takes an amount until it is given back; null: there is no room now. */
  take(key: Key, amount: number): GiveBack | null {
    return this.fits(key, amount) ? this.hold(key, amount) : null;
  }

  /**
   * Holds an amount during some work, which gets the sum of what its key has then. Work that adds it to what a store counts, and counts first, sees
   * others of this process as a part of that sum or in the count, so the last place is given once. Those of other processes it does not see.
   */
  async during<Result>(key: Key, amount: number, work: (sum: number) => Promise<Result>): Promise<Result> {
    const giveBack = this.hold(key, amount);
    try {
      return await work(this.of(key));
    } finally {
      giveBack();
    }
  }

  #refilled({ taken, at }: Entry): number {
    return Math.max(0, taken - (this.#clock() - at) * this.#refill);
  }

  #addTime(key: Key, amount: number): void {
    const taken = this.of(key) + amount;
    // Behind all others, so that the first is the one that used its time longest ago.
    this.#entries.delete(key);
    this.#entries.set(key, { taken, at: this.#clock() });
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= MOST_KEYS && this.#refilled(entry) > 0) return;
      this.#entries.delete(oldest);
    }
  }
}
