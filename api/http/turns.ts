/** Something of which many want a share at once. */
export interface TurnsOptions<Key> {
  /** What all shares under way may weigh together. */
  readonly total: number;
  /** What those of one key may weigh together. */
  readonly each: (key: Key) => number;
  /** How many may wait, of one key and of all. */
  readonly line: { readonly each: number; readonly total: number };
  /** Milliseconds that one waits at most; absent: as long as it takes. */
  readonly patienceMs?: number;
  /** Milliseconds that a key rests after a share that it held for so many; absent: none. */
  readonly restMs?: (heldMs: number) => number;
}

/** A share of the total, until it is given back. */
export interface Share {
  /** Says what it weighs after all; others begin where it became lighter. */
  weigh(weight: number): void;
  /**
   * Gives it back; a second time does nothing. Of the time that it was held `mostMs` count for the rest after it, at the most: what a
   * store that was away took of it is not the key's doing.
   */
  leave(mostMs?: number): void;
}

export interface Turns<Key> {
  /**
   * Waits for a share of this weight. Throws {@link LineFull} where too many wait already or the wait took too long,
   * and the signal's reason once that is aborted.
   */
  enter(key: Key, weight: number, signal?: AbortSignal): Promise<Share>;
  /** Whether one more of this key could wait now. */
  hasPlace(key: Key): boolean;
}

/** There is no place in the line, or the wait was too long. */
export class LineFull extends Error {}

interface Waiting {
  readonly weight: number;
  readonly begin: (share: Share) => void;
}

/**
 * Shares out a bounded total. Keys that wait are served in turn, one share each, so that a key with a hundred waiting
 * takes no longer than its turn from a key with one. A share that is heavier than the total, or than its key may have,
 * is let in alone: else it would wait for ever.
 */
export function createTurns<Key>({
  total,
  each,
  line,
  patienceMs,
  restMs = () => 0,
}: TurnsOptions<Key>): Turns<Key> {
  /** In the order of their turns. */
  const waiting = new Map<Key, Waiting[]>();
  const held = new Map<Key, number>();
  /** Keys whose next share begins once their rest is over. */
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

  /** The next that may begin: one whose key has its share already is passed over, one that is too heavy is waited for. */
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
    // It may have been the one that was too heavy to begin.
    serve();
  }

  const hasPlace = (key: Key): boolean => (waiting.get(key)?.length ?? 0) < line.each && inLine < line.total;

  return {
    hasPlace,
    enter(key, weight, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      const own = waiting.get(key);
      if (!own && inLine === 0 && fits(key, weight) && (used === 0 || used + weight <= total)) {
        return Promise.resolve(shareOf(key, weight));
      }
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
        const all = own ?? [];
        all.push(entry);
        waiting.set(key, all);
        inLine += 1;
        // Others may wait for a share of their own key only.
        serve();
      });
    },
  };
}
