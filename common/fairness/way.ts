/** How other work gives way to work that is short and waited for. */
export interface Way {
  /** Such work is begun; call what it answers when it is over. `ended` is called when it no longer counts, for whichever reason. */
  begin(ended?: () => void): () => void;
  /** Null: no such work is under way, or the others have given way for long enough; else it resolves when one of these holds. */
  over(): Promise<void> | null;
  /** Whether such work is under way. */
  isBusy(): boolean;
  /** Whether such work was begun a moment ago, so that more may soon be. */
  isFrequent(): boolean;
}

interface Bounds {
  /** Milliseconds for which the others wait at most at a time. In the long run they wait for half of the time at most. */
  readonly mostMs: number;
  /** Milliseconds after which a piece of work no longer counts: it is not short. */
  readonly eachMs?: number;
}

/** The share of the time for which the others wait at most. */
const SHARE = 0.5;
/** Milliseconds for which waiting is not worth while. */
const LEAST_MS = 5;
/** Milliseconds after the beginning of one piece of work in which another is expected. */
const MOMENT_MS = 1000;

/** Half of the time stays with the others, however much there is that they give way to: what they wait is taken from an account that fills up again. */
export function createWay({ mostMs, eachMs }: Bounds): Way {
  let underWay = 0;
  let begunAt = Number.NEGATIVE_INFINITY;
  let left = mostMs;
  let seen = performance.now();
  let waiting: Promise<void> | null = null;
  let wake = (): void => {};

  function wait(): Promise<void> {
    const since = performance.now();
    let timer: NodeJS.Timeout | undefined;
    return new Promise<void>((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, left);
    }).then(() => {
      clearTimeout(timer);
      waiting = null;
      seen = performance.now();
      left = Math.max(0, left - (seen - since));
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
    over() {
      if (underWay === 0) return null;
      if (waiting) return waiting;
      const at = performance.now();
      left = Math.min(mostMs, left + (at - seen) * SHARE);
      seen = at;
      if (left < LEAST_MS) return null;
      waiting = wait();
      return waiting;
    },
  };
}
