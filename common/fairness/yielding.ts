import { Budget } from './budget.ts';

/** Work that is short and waited for: all other work yields to it, for a part of the time. */
export interface Yielding {
  /** Such work begins; call the result when it ends. `ended` is called when it no longer counts, for whichever reason. */
  begin(ended?: () => void): () => void;
  /** Null: no such work is under way, or others have yielded for long enough; else it resolves when one of these holds. */
  wait(): Promise<void> | null;
  /** Whether such work is under way. */
  isBusy(): boolean;
  /** Whether such work began a moment ago, so that more may begin soon. */
  isFrequent(): boolean;
}

interface Bounds {
  /** Milliseconds for which others wait at most at a time. In the long run they wait for half of the time at most. */
  readonly mostMs: number;
  /** Milliseconds after which a piece of work no longer counts: it is not short. */
  readonly eachMs?: number;
}

/** The part of the time in which others do not wait that they may wait again. */
const REFILL = 0.5;
/** Milliseconds for which waiting is not worth while. */
const LEAST_MS = 5;
/** Milliseconds after the beginning of one piece of work in which another is expected. */
const MOMENT_MS = 1000;

/** Others keep at least half of the time, however much of such work there is: what they wait is taken from a budget that refills. */
export function createYielding({ mostMs, eachMs }: Bounds): Yielding {
  let underWay = 0;
  let begunAt = Number.NEGATIVE_INFINITY;
  let waiting: Promise<void> | null = null;
  let wake = (): void => {};
  /** Milliseconds in which others waited: the budget does not refill in them. */
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

/** Which keys were at work within the last second: whether one is alone. */
export interface RecentKeys<Key> {
  /** A key is at work. */
  did(key: Key): void;
  /** Whether another key was at work within the last second. */
  hasOther(key: Key): boolean;
}

export function rememberLately<Key>(): RecentKeys<Key> {
  // The key that was at work last, and the last one that was another.
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
