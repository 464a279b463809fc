/** Releases an amount; a second call does nothing. */
export type GiveBack = () => void;

interface BudgetOptions<Key, Outer> {
  /** Bound of all keys together; absent: none. */
  readonly total?: number;
  /** Bound of each key; absent: none. */
  readonly each?: number | ((key: Key) => number);
  /** For a budget of time: the part of each elapsed millisecond that a key regains. Such a budget has no `total`. */
  readonly refill?: number;
  /** A further budget that must have room: for example an account's, where the keys are its jobs. */
  readonly within?: { readonly budget: Budget<Outer>; readonly keyOf: (key: Key) => Outer };
  /** Milliseconds, for `refill`. */
  readonly clock?: () => number;
}

interface Entry {
  taken: number;
  at: number;
}

/** Keys remembered in a budget of time. The least recently active are forgotten, and so refilled, first. */
const MOST_KEYS = 10_000;

/**
 * Bounded amounts, of all keys and of each: bytes, milliseconds of work, or jobs. An amount is taken or refused at once. One
 * larger than its bound is admitted only alone; otherwise it would never be.
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

  get keys(): number {
    return this.#entries.size;
  }

  of(key: Key): number {
    const entry = this.#entries.get(key);
    if (!entry) return 0;
    return this.#refill === 0 ? entry.taken : this.#refilled(entry);
  }

  /** Negative: the key has more than its bound. */
  left(key: Key): number {
    return this.#each(key) - this.of(key);
  }

  /** `most`: the bound of this key, if the budget does not know it. */
  fits(key: Key, amount: number, most?: number): boolean {
    if (this.#used > 0 && this.#used + amount > this.#total) return false;
    const own = this.of(key);
    if (own > 0 && own + amount > (most ?? this.#each(key))) return false;
    return this.#within?.budget.fits(this.#within.keyOf(key), amount) ?? true;
  }

  /** Adds to a key's amount without a check; a negative amount is released. */
  add(key: Key, amount: number): void {
    this.#within?.budget.add(this.#within.keyOf(key), amount);
    if (this.#refill > 0) return this.#addTime(key, amount);
    this.#used += amount;
    const entry = this.#entries.get(key);
    if (!entry) this.#entries.set(key, { taken: amount, at: 0 });
    else if (entry.taken + amount === 0) this.#entries.delete(key);
    else entry.taken += amount;
  }

  /** Adds an amount until it is released, without a check. */
  hold(key: Key, amount: number): GiveBack {
    this.add(key, amount);
    let held = true;
    return () => {
      if (held) this.add(key, -amount);
      held = false;
    };
  }

  /** Null: no room now. */
  take(key: Key, amount: number): GiveBack | null {
    return this.fits(key, amount) ? this.hold(key, amount) : null;
  }

  /**
   * Holds an amount during some work, which gets the key's sum. If the work counts in the store first and then adds this sum, the
   * last place is given only once in this process: each competing call is in the count or in the sum. Calls in other processes
   * are not seen.
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
    // Re-inserted last, so that the first is the least recently active.
    this.#entries.delete(key);
    this.#entries.set(key, { taken, at: this.#clock() });
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= MOST_KEYS && this.#refilled(entry) > 0) return;
      this.#entries.delete(oldest);
    }
  }
}
