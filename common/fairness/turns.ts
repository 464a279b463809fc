import { Budget } from './budget.ts';

/** Items that wait, by key. Keys take turns, one item each; items of one key keep their order. */
export class RoundRobin<Key, Item extends { readonly key: Key }> {
  /** In the order of the turns. */
  readonly #lines = new Map<Key, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(key: Key): number {
    return this.#lines.get(key)?.length ?? 0;
  }

  /** `first`: before the other items of its key. */
  add(item: Item, first = false): void {
    const line = this.#lines.get(item.key);
    if (!line) this.#lines.set(item.key, [item]);
    else if (first) line.unshift(item);
    else line.push(item);
    this.#size += 1;
  }

  /** Takes the next item that may go. `false`: items of other keys may go before this one; null: nothing may go. */
  next(mayGo: (item: Item) => boolean | null): Item | undefined {
    for (const [key, line] of this.#lines) {
      const may = mayGo(line[0]!);
      if (may === null) return undefined;
      if (!may) continue;
      this.#size -= 1;
      if (line.length === 1) this.#lines.delete(key);
      else if (this.#lines.size > 1) {
        // A key with more items goes behind the others.
        this.#lines.delete(key);
        this.#lines.set(key, line);
      }
      return line.shift();
    }
    return undefined;
  }

  /** Takes an item out that gave up. */
  remove(item: Item): void {
    const line = this.#lines.get(item.key)!;
    line.splice(line.indexOf(item), 1);
    if (line.length === 0) this.#lines.delete(item.key);
    this.#size -= 1;
  }
}

/** The reason for a refusal: shares of the same key, or those of all keys. */
export type Whose = 'key' | 'all';

export interface TurnsOptions<Key> {
  /** Most weight of all shares at a time. */
  readonly total: number;
  /** Most weight of the shares of one key; without it, only the total is bounded. */
  readonly each?: number | ((key: Key) => number);
  /** Shares that may wait: of one key, and of all; without it, any number. */
  readonly line?: { readonly each: number; readonly total: number };
  /** Milliseconds for which a share waits at most; without it, waiting is not limited. */
  readonly patienceMs?: number;
  /** Milliseconds for which a key gets no share after it had one for so long; without it, none. */
  readonly coolDownMs?: (heldMs: number) => number;
  /** The error with which a share is refused, instead of {@link LineFull}. */
  readonly refusal?: (whose: Whose, key: Key) => Error;
}

export interface Asking {
  /** Its abort takes the share out of the line. */
  readonly signal?: AbortSignal | undefined;
  /** The most weight of this key, where it changes. */
  readonly each?: number | undefined;
  /** Continues work that had a share before: it goes before others of its key, and the line is never too long for it. */
  readonly first?: boolean;
}

/** The right to work, until it is given back. */
export interface Share {
  /** Null: it began at once. */
  readonly begun: Promise<void> | null;
  /** Sets the actual weight. If it is lighter, shares that wait may begin. */
  weigh(weight: number): void;
  /**
   * Gives the share back; a second call does nothing. For the cool-down that follows, at most `mostMs` of the time count: a key is not
   * responsible for the time in which the database was away.
   */
  leave(mostMs?: number): void;
}

/** Too many shares wait, or one waited for too long. */
export class LineFull extends Error {}

const lineFull = (): Error => new LineFull('too many wait, or for too long');

/**
 * Shares of something bounded, by key. Keys whose shares wait take turns, so a key with a thousand of them delays another key by one. A
 * share that is heavier than its bound is admitted alone: otherwise it would never begin.
 */
export class Turns<Key> {
  readonly total: number;
  readonly #options: TurnsOptions<Key>;
  /** The weight of each key's shares; null where nothing depends on it. */
  readonly #own: Budget<Key> | null;
  readonly #waiting = new RoundRobin<Key, HeldShare<Key>>();
  readonly #resting = new Map<Key, NodeJS.Timeout>();
  readonly #mayBegin = (one: HeldShare<Key>): boolean | null => {
    if (this.#own && !this.#fitsOwn(one)) return false;
    // Where one is too heavy, the others wait for it.
    return this.#fitsAll(one.weight) || null;
  };
  #used = 0;

  constructor(options: TurnsOptions<Key>) {
    this.#options = options;
    this.total = options.total;
    const { each, coolDownMs } = options;
    this.#own = each === undefined && !coolDownMs ? null : new Budget(each === undefined ? {} : { each });
  }

  /** Shares that wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Keys that have a share, if each is bounded, or rest. */
  get keys(): number {
    return (this.#own?.keys ?? 0) + this.#resting.size;
  }

  /**
   * A share that may have to wait: it must not be used before `begun` resolves. That fails with the refusal if too many wait or the share
   * waits for too long, and with the signal's reason if that is aborted.
   */
  ask(key: Key, weight = 1, asking?: Asking): Share {
    const one = new HeldShare(this, key, weight, asking?.each);
    if (asking?.signal?.aborted || !this.#beginNow(one)) one.begun = this.#wait(one, asking);
    return one;
  }

  /** A share that has begun. Fails as `begun` does. */
  async enter(key: Key, weight = 1, asking?: Asking): Promise<Share> {
    const share = this.ask(key, weight, asking);
    if (share.begun) await share.begun;
    return share;
  }

  /** A share where none has to wait for it; otherwise null. */
  enterNow(key: Key, weight = 1): Share | null {
    const one = new HeldShare(this, key, weight);
    return this.#beginNow(one) ? one : null;
  }

  /** Does some work with a share of weight 1. */
  async run<Result>(key: Key, work: () => Promise<Result>, asking?: Asking): Promise<Result> {
    const share = await this.enter(key, 1, asking);
    try {
      return await work();
    } finally {
      share.leave();
    }
  }

  /** Throws the refusal if no share of this key could wait now. */
  checkPlace(key: Key): void {
    const full = this.#fullLine(key);
    if (full) throw this.#refusal(full, key);
  }

  #fullLine(key: Key): Whose | null {
    const { line } = this.#options;
    if (!line) return null;
    if (this.#waiting.sizeOf(key) >= line.each) return 'key';
    return this.#waiting.size >= line.total ? 'all' : null;
  }

  #refusal(whose: Whose, key: Key): Error {
    return (this.#options.refusal ?? lineFull)(whose, key);
  }

  #fitsAll(weight: number): boolean {
    return this.#used === 0 || this.#used + weight <= this.total;
  }

  #fitsOwn({ key, weight, each }: HeldShare<Key>): boolean {
    return !this.#resting.has(key) && this.#own!.fits(key, weight, each);
  }

  #beginNow(one: HeldShare<Key>): boolean {
    if (this.#waiting.size > 0 || !this.#mayBegin(one)) return false;
    this.#begin(one);
    return true;
  }

  #begin(share: HeldShare<Key>): void {
    this.#add(share.key, share.weight);
    if (this.#options.coolDownMs) share.began = performance.now();
  }

  #add(key: Key, weight: number): void {
    this.#used += weight;
    this.#own?.add(key, weight);
  }

  /** Called by a share whose weight has changed from `before`. It is given back where that is 0 now, and its key rests then. */
  reweigh({ key, weight, began }: HeldShare<Key>, before: number, mostMs: number): void {
    const { coolDownMs } = this.#options;
    const ms = weight === 0 && coolDownMs ? coolDownMs(Math.min(performance.now() - began, mostMs)) : 0;
    if (ms > 0) this.#rest(key, ms);
    this.#add(key, weight - before);
    if (weight < before) this.#serve();
  }

  #rest(key: Key, ms: number): void {
    clearTimeout(this.#resting.get(key));
    const timer = setTimeout(() => {
      this.#resting.delete(key);
      this.#serve();
    }, ms);
    this.#resting.set(key, timer.unref());
  }

  #serve(): void {
    while (this.#waiting.size > 0 && this.#used < this.total) {
      const one = this.#waiting.next(this.#mayBegin);
      if (!one) return;
      this.#begin(one);
      one.admit();
    }
  }

  #wait(one: HeldShare<Key>, asking?: Asking): Promise<void> {
    const signal = asking?.signal;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const full = asking?.first ? null : this.#fullLine(one.key);
    if (full) return Promise.reject(this.#refusal(full, one.key));
    return new Promise((resolve, reject) => {
      one.admit = resolve;
      if (signal || this.#options.patienceMs !== undefined) this.#mayGiveUp(one, reject, signal);
      this.#waiting.add(one, asking?.first);
      // Others may wait for shares of their own key only.
      if (this.#own) this.#serve();
    });
  }

  #mayGiveUp(one: HeldShare<Key>, reject: (error: Error) => void, signal: AbortSignal | undefined): void {
    const { key, admit } = one;
    const giveUp = (error: Error): void => {
      settle();
      this.#waiting.remove(one);
      reject(error);
      // It may have been the heavy one for which the others wait.
      this.#serve();
    };
    const { patienceMs } = this.#options;
    const isOwn = (): boolean => this.#resting.has(key) || (this.#own?.of(key) ?? 0) > 0;
    const outOfPatience = (): void => giveUp(this.#refusal(isOwn() ? 'key' : 'all', key));
    const onAbort = (): void => giveUp(signal!.reason as Error);
    const timer = patienceMs === undefined ? undefined : setTimeout(outOfPatience, patienceMs);
    signal?.addEventListener('abort', onAbort);
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    one.admit = () => {
      settle();
      admit();
    };
  }
}

const nothing = (): void => {};

/** A share that waits, or is under way. */
class HeldShare<Key> implements Share {
  readonly turns: Turns<Key>;
  readonly key: Key;
  readonly each: number | undefined;
  weight: number;
  began = 0;
  begun: Promise<void> | null = null;
  /** Resolves `begun`. */
  admit = nothing;

  constructor(turns: Turns<Key>, key: Key, weight: number, each?: number) {
    this.turns = turns;
    this.key = key;
    this.weight = weight;
    this.each = each;
  }

  weigh(weight: number): void {
    if (this.weight > 0) this.#change(Math.max(1, weight), 0);
  }

  leave(mostMs = Number.POSITIVE_INFINITY): void {
    if (this.weight > 0) this.#change(0, mostMs);
  }

  #change(weight: number, mostMs: number): void {
    const before = this.weight;
    this.weight = weight;
    this.turns.reweigh(this, before, mostMs);
  }
}

/**
 * The cool-down after a share that was held for more than `quickMs` milliseconds: `times` as long, `mostMs` at most. A key that always wants
 * one has it for a part of the time, and leaves the rest to others.
 */
export const coolDownAfter =
  (quickMs: number, times: number, mostMs = Number.POSITIVE_INFINITY) =>
  (heldMs: number): number =>
    heldMs <= quickMs ? 0 : Math.min(times * heldMs, mostMs);
