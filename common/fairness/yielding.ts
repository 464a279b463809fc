import { Budget } from './budget.ts';

/** Short, urgent work: all other work yields to it for part of the time. */
export interface Yielding {
  /** Starts such work; call the result at its end. `ended` is called when it no longer counts, for any reason. */
  begin(ended?: () => void): () => void;
  /** Null: no such work is under way, or others have yielded long enough; else resolves when one of these holds. */
  wait(): Promise<void> | null;
  isBusy(): boolean;
  /** Whether such work began a moment ago, so that more may follow soon. */
  isFrequent(): boolean;
}

interface Bounds {
  /** Longest wait of others at a time, in milliseconds. In the long run they wait half of the time at most. */
  readonly mostMs: number;
  /** Milliseconds after which a piece of work no longer counts as short. */
  readonly eachMs?: number;
}

/** Part of the time without waiting that is added to the budget. */
const REFILL = 0.5;
/** Shorter waits are skipped. */
const LEAST_MS = 5;
/** Milliseconds after one piece of work in which another is expected. */
const MOMENT_MS = 1000;

/** Other work keeps at least half of the time: its waits use a budget that refills. */
export function createYielding({ mostMs, eachMs }: Bounds): Yielding {
  let underWay = 0;
  let begunAt = Number.NEGATIVE_INFINITY;
  let waiting: Promise<void> | null = null;
  let wake = (): void => {};
  /** The budget does not refill during waits. */
  let waitedMs = 0;
  const waits = new Budget<null>({
    each: mostMs,
    refill: REFILL,
    clock: () => performance.now() - waitedMs,
  });

  function waitFor(left: number): Promise<void> {
    const since = performance.now();
    let timer: NodeJS.Timeout | undefined;
    return new Promise<void>((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, left);
    }).then(() => {
      clearTimeout(timer);
      waiting = null;
      const took = performance.now() - since;
      waitedMs += took;
      waits.add(null, Math.min(took, left));
    });
  }

  return {
    begin(ended) {
      underWay += 1;
      begunAt = performance.now();
      let counts = true;
      const leave = (): void => {
        if (!counts) return;
        counts = false;
        clearTimeout(timer);
        underWay -= 1;
        if (underWay === 0) wake();
        ended?.();
      };
      const timer = eachMs === undefined ? undefined : setTimeout(leave, eachMs);
      timer?.unref();
      return leave;
    },
    isBusy: () => underWay > 0,
    isFrequent: () => performance.now() - begunAt < MOMENT_MS,
    wait() {
      if (underWay === 0) return null;
      if (waiting) return waiting;
      const left = waits.left(null);
      if (left < LEAST_MS) return null;
      waiting = waitFor(left);
      return waiting;
    },
  };
}

/** Shows whether only one key was active within the last second. */
interface RecentKeys<Key> {
  did(key: Key): void;
  hasOther(key: Key): boolean;
}

export function rememberLately<Key>(): RecentKeys<Key> {
  // The last active key, and the last other key.
  let last: { readonly key?: Key; readonly at: number } = { at: Number.NEGATIVE_INFINITY };
  let other = last;
  return {
    did(key) {
      if (key !== last.key) other = last;
      last = { key, at: performance.now() };
    },
    hasOther(key) {
      const latest = last.key === key ? other : last;
      return performance.now() - latest.at < MOMENT_MS;
    },
  };
}
