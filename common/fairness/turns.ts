import { Budget } from './budget.ts';

/** Waiting items by key. Keys take turns, one item each; items of one key keep their order. */
export class RoundRobin<Key, Item extends { readonly key: Key }> {
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

  /** Takes the next item that may go. `false`: items of other keys may go before it; null: no item may go, which is the answer then. */
  next(mayGo: (item: Item) => boolean | null): Item | undefined | null {
    for (const [key, line] of this.#lines) {
      const may = mayGo(line[0]!);
      if (may === null) return null;
      if (!may) continue;
      this.#size -= 1;
      if (line.length === 1) this.#lines.delete(key);
      else if (this.#lines.size > 1) {
        this.#lines.delete(key);
        this.#lines.set(key, line);
      }
      return line.shift();
    }
    return undefined;
  }

  remove(item: Item): void {
    const line = this.#lines.get(item.key)!;
    line.splice(line.indexOf(item), 1);
    if (line.length === 0) this.#lines.delete(item.key);
    this.#size -= 1;
  }
}

/** The same with two levels: groups take turns, and within each group its keys. */
class GroupedRoundRobin<Key, Item extends { readonly key: Key }> {
  readonly #groupOf: (key: Key) => unknown;
  readonly #groups = new Map<unknown, RoundRobin<Key, Item>>();
  #size = 0;

  constructor(groupOf: (key: Key) => unknown) {
    this.#groupOf = groupOf;
  }

  get size(): number {
    return this.#size;
  }

  sizeOf(key: Key): number {
    return this.#groups.get(this.#groupOf(key))?.sizeOf(key) ?? 0;
  }

  add(item: Item, first = false): void {
    const group = this.#groupOf(item.key);
    let lines = this.#groups.get(group);
    if (!lines) {
      lines = new RoundRobin();
      this.#groups.set(group, lines);
    }
    lines.add(item, first);
    this.#size += 1;
  }

  next(mayGo: (item: Item) => boolean | null): Item | undefined | null {
    for (const [group, lines] of this.#groups) {
      const item = lines.next(mayGo);
      if (item === null) return null;
      if (!item) continue;
      this.#size -= 1;
      if (lines.size === 0) this.#groups.delete(group);
      else if (this.#groups.size > 1) {
        this.#groups.delete(group);
        this.#groups.set(group, lines);
      }
      return item;
    }
    return undefined;
  }

  remove(item: Item): void {
    const group = this.#groupOf(item.key);
    const lines = this.#groups.get(group)!;
    lines.remove(item);
    if (lines.size === 0) this.#groups.delete(group);
    this.#size -= 1;
  }
}

/** The reason for a refusal: shares of the same key, or of all keys. */
type Whose = 'key' | 'all';

export interface TurnsOptions<Key> {
  /** Bound of the weight of all shares. */
  readonly total: number;
  /** Bound for each key, also by what others have now; absent: only the total is bounded. */
  readonly each?: number | ((key: Key, ofOthers: number) => number);
  /** Keys of one group, for example mailings of an account, share the turns of their group; absent: each key has its own turns. */
  readonly groupOf?: (key: Key) => unknown;
  /** How many shares may wait, of a key and in all; absent: any number. */
  readonly line?: { readonly each: number; readonly total: number };
  /** Longest wait in milliseconds; absent: not limited. */
  readonly patienceMs?: number;
  /** Milliseconds before a key gets its next share after holding one for `heldMs`; absent: none. */
  readonly coolDownMs?: (heldMs: number, key: Key) => number;
  /** Replaces {@link LineFull}. */
  readonly refusal?: (whose: Whose, key: Key) => Error;
}

export interface Asking {
  /** Its abort removes the share from the line. */
  readonly signal?: AbortSignal | undefined;
  /** The bound of this key, if it changes. */
  readonly each?: number | undefined;
  /** Continues work that had a share before: it goes before others of its key, and is never refused for the length of the line. */
  readonly first?: boolean;
}

export interface Share {
  /** Null: it began at once. */
  readonly begun: Promise<void> | null;
  /** Sets the actual weight. A lighter weight may let waiting shares begin. */
  weigh(weight: number): void;
  /** A second call does nothing. `mostMs` bounds the cool-down: a key is not responsible for an outage of the database. */
  leave(mostMs?: number): void;
}

export class LineFull extends Error {}

const lineFull = (): Error => new LineFull('too many shares wait, or one waited too long');

/**
 * Shares of a bounded resource, by key. Keys with waiting shares take turns, so that a key with a thousand delays another key by
 * one only. A share heavier than its bound is admitted alone; otherwise it would never begin.
 */
export class Turns<Key> {
  readonly total: number;
  readonly #options: TurnsOptions<Key>;
  /** Null: keys have no bounds of their own. */
  readonly #own: Budget<Key> | null;
  readonly #each: (key: Key, ofOthers: number) => number;
  readonly #waiting: RoundRobin<Key, HeldShare<Key>> | GroupedRoundRobin<Key, HeldShare<Key>>;
  readonly #resting = new Map<Key, { readonly until: number; readonly timer: NodeJS.Timeout }>();
  readonly #mayBegin = (one: HeldShare<Key>): boolean | null => {
    if (this.#own && !this.#fitsOwn(one)) return false;
    // A share that is too heavy makes the others wait.
    return this.#fitsAll(one.weight) || null;
  };
  #used = 0;

  constructor(options: TurnsOptions<Key>) {
    this.#options = options;
    this.total = options.total;
    const { each = Number.POSITIVE_INFINITY, coolDownMs, groupOf } = options;
    this.#waiting = groupOf ? new GroupedRoundRobin(groupOf) : new RoundRobin();
    this.#each = typeof each === 'function' ? each : () => each;
    this.#own = options.each === undefined && !coolDownMs ? null : new Budget();
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Keys with a share (if each is bounded) or in a cool-down. */
  get keys(): number {
    return (this.#own?.keys ?? 0) + this.#resting.size;
  }

  /** The weight of a key's shares, if each key is bounded. */
  of(key: Key): number {
    return this.#own?.of(key) ?? 0;
  }

  /** Use it once `begun` resolves. `begun` rejects with the refusal (too many or too long waits) or the aborted signal's reason. */
  ask(key: Key, weight = 1, asking?: Asking): Share {
    const one = new HeldShare(this, key, weight, asking?.each);
    if (asking?.signal?.aborted || !this.#beginNow(one)) one.begun = this.#wait(one, asking);
    return one;
  }

  /** A share that has begun. Rejects as `begun` does. */
  async enter(key: Key, weight = 1, asking?: Asking): Promise<Share> {
    const share = this.ask(key, weight, asking);
    if (share.begun) await share.begun;
    return share;
  }

  /** A share if no other would wait for it; otherwise null. */
  enterNow(key: Key, weight = 1): Share | null {
    const one = new HeldShare(this, key, weight);
    return this.#beginNow(one) ? one : null;
  }

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
    if (this.#resting.has(key)) return false;
    return this.#own!.fits(key, weight, each ?? this.#each(key, this.#used - this.#own!.of(key)));
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

  /** Called by a share whose weight changed from `before`. At 0 it is released, and the key's cool-down begins. */
  reweigh({ key, weight, began }: HeldShare<Key>, before: number, mostMs: number): void {
    const { coolDownMs } = this.#options;
    const ms = weight === 0 && coolDownMs ? coolDownMs(Math.min(performance.now() - began, mostMs), key) : 0;
    if (ms > 0) this.#rest(key, ms);
    this.#add(key, weight - before);
    if (weight < before) this.#serve();
  }

  #rest(key: Key, ms: number): void {
    const until = performance.now() + ms;
    const before = this.#resting.get(key);
    // A short share that ends during a cool-down does not shorten it.
    if (before && before.until >= until) return;
    clearTimeout(before?.timer);
    const timer = setTimeout(() => {
      this.#resting.delete(key);
      this.#serve();
    }, ms);
    this.#resting.set(key, { until, timer: timer.unref() });
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
      // Others may wait for their own key only.
      if (this.#own) this.#serve();
    });
  }

  #mayGiveUp(one: HeldShare<Key>, reject: (error: Error) => void, signal: AbortSignal | undefined): void {
    const { key, admit } = one;
    const giveUp = (error: Error): void => {
      settle();
      this.#waiting.remove(one);
      reject(error);
      // This may be the heavy share that the others wait for.
      this.#serve();
    };
    const { patienceMs } = this.#options;
    const isOwn = (): boolean => this.#resting.has(key) || this.of(key) > 0;
    const outOfPatience = (): void => giveUp(this.#refusal(isOwn() ? 'key' : 'all', key));
    const onAbort = (): void => giveUp(signal!.reason as Error);
    // It keeps no process alive.
    const timer = patienceMs === undefined ? undefined : setTimeout(outOfPatience, patienceMs).unref();
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

class HeldShare<Key> implements Share {
  readonly turns: Turns<Key>;
  readonly key: Key;
  readonly each: number | undefined;
  weight: number;
  began = 0;
  begun: Promise<void> | null = null;
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

/** A bound for each key: half of what others leave of the total, so that no two keys have all. */
export const halfOfRest =
  (total: number) =>
  (_key: unknown, ofOthers: number): number =>
    (total - ofOthers) / 2;

/** After more than `quickMs` milliseconds: `times` as long, at most `mostMs`. So a busy key leaves part of the time to others. */
export const coolDownAfter =
  (quickMs: number, times: number, mostMs = Number.POSITIVE_INFINITY) =>
  (heldMs: number): number =>
    heldMs <= quickMs ? 0 : Math.min(times * heldMs, mostMs);
