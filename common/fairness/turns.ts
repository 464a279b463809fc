/** Options for a resource that many callers want to share. */
export interface TurnsOptions<Key> {
  /** Maximum total weight of all shares under way. */
  readonly total: number;
  /** Maximum total weight of the shares of one key. */
  readonly each: (key: Key) => number;
  /** How many may wait: of one key, and in total. */
  readonly line: { readonly each: number; readonly total: number };
  /** Milliseconds that one waits at most; without it, waiting is not limited. */
  readonly patienceMs?: number;
  /** Milliseconds that a key must rest after a share, depending on how long it was held; without it, none. */
  readonly restMs?: (heldMs: number) => number;
}

/** A share of the resource, until it is returned. */
export interface Share {
  /** Sets the actual weight. If it became lighter, waiting shares may begin. */
  weigh(weight: number): void;
  /**
   * Returns the share; a second call does nothing. For the rest that follows, at most `mostMs` of the time count: the key is
   * not responsible for the time in which the database was away.
   */
  leave(mostMs?: number): void;
}

export interface Turns<Key> {
  /**
   * Waits for a share of this weight. Throws {@link LineFull} when too many wait already or the wait took too long, and the
   * signal's reason when it is aborted.
   */
  enter(key: Key, weight: number, signal?: AbortSignal): Promise<Share>;
  /** A share of this weight where none has to wait for it; otherwise null. */
  enterNow(key: Key, weight: number): Share | null;
  /** Whether one more of this key could wait now. */
  hasPlace(key: Key): boolean;
}

/** No more may wait, or the wait was too long. */
export class LineFull extends Error {}

interface Waiting {
  readonly weight: number;
  readonly begin: (share: Share) => void;
}

/**
 * Shares a bounded resource. Waiting keys are served in turn, one share each, so a key with a hundred waiting shares delays a
 * key with one by a single turn. A share that is heavier than the total, or than its key may have, is admitted alone:
 * otherwise it would wait for ever.
 */
export function createTurns<Key>({
  total,
  each,
  line,
  patienceMs,
  restMs = () => 0,
}: TurnsOptions<Key>): Turns<Key> {
  /** Waiting shares by key, in the order of the turns. */
  const waiting = new Map<Key, Waiting[]>();
  const held = new Map<Key, number>();
  /** Keys that rest before their next share. */
  const resting = new Map<Key, NodeJS.Timeout>();
  let used = 0;
  let inLine = 0;

  const fits = (key: Key, weight: number): boolean => {
    if (resting.has(key)) return false;
    const own = held.get(key) ?? 0;
    return own === 0 || own + weight <= each(key);
  };

  function add(key: Key, weight: number): void {
    used += weight;
    const own = (held.get(key) ?? 0) + weight;
    if (own === 0) held.delete(key);
    else held.set(key, own);
  }

  function rest(key: Key, ms: number): void {
    clearTimeout(resting.get(key));
    const timer = setTimeout(() => {
      resting.delete(key);
      serve();
    }, ms);
    resting.set(key, timer.unref());
  }

  function shareOf(key: Key, given: number): Share {
    const began = performance.now();
    let weight = given;
    add(key, weight);
    const weigh = (next: number): void => {
      if (weight === 0) return;
      add(key, next - weight);
      const lighter = next < weight;
      weight = next;
      if (lighter) serve();
    };
    return {
      weigh: (next) => weigh(Math.max(1, next)),
      leave(mostMs = Number.POSITIVE_INFINITY) {
        const ms = weight === 0 ? 0 : restMs(Math.min(performance.now() - began, mostMs));
        if (ms > 0) rest(key, ms);
        weigh(0);
      },
    };
  }

  /** The next key that may begin. A key that already has its share is skipped; for a share that is too heavy, the others wait. */
  function nextKey(): Key | undefined {
    for (const [key, [head]] of waiting) {
      if (fits(key, head!.weight)) return used === 0 || used + head!.weight <= total ? key : undefined;
    }
    return undefined;
  }

  function serve(): void {
    for (let key = nextKey(); key !== undefined; key = nextKey()) {
      const all = waiting.get(key)!;
      const { weight, begin } = all.shift()!;
      waiting.delete(key);
      if (all.length > 0) waiting.set(key, all);
      inLine -= 1;
      begin(shareOf(key, weight));
    }
  }

  function takeOut(key: Key, entry: Waiting): void {
    const all = waiting.get(key)!;
    all.splice(all.indexOf(entry), 1);
    if (all.length === 0) waiting.delete(key);
    inLine -= 1;
    // The share that gave up may have been the heavy one for which the others wait.
    serve();
  }

  const hasPlace = (key: Key): boolean => (waiting.get(key)?.length ?? 0) < line.each && inLine < line.total;

  const enterNow = (key: Key, weight: number): Share | null =>
    inLine === 0 && fits(key, weight) && (used === 0 || used + weight <= total) ? shareOf(key, weight) : null;

  return {
    hasPlace,
    enterNow,
    enter(key, weight, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      const share = enterNow(key, weight);
      if (share) return Promise.resolve(share);
      return new Promise((resolve, reject) => {
        if (!hasPlace(key)) {
          reject(new LineFull('too many wait'));
          return;
        }
        let timer: NodeJS.Timeout | undefined;
        const onAbort = (): void => giveUp(signal!.reason as Error);
        const settle = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
        };
        const entry: Waiting = {
          weight,
          begin(share) {
            settle();
            resolve(share);
          },
        };
        const giveUp = (error: Error): void => {
          settle();
          takeOut(key, entry);
          reject(error);
        };
        if (patienceMs !== undefined) {
          timer = setTimeout(() => giveUp(new LineFull('the wait took too long')), patienceMs);
        }
        signal?.addEventListener('abort', onAbort);
        const all = waiting.get(key) ?? [];
        all.push(entry);
        waiting.set(key, all);
        inLine += 1;
        // Other keys may wait for a share of their own only.
        serve();
      });
    },
  };
}
