/** How mails of campaigns give way to single messages in a worker. */
export interface Way {
  /** A message is begun; call what it answers when its mail may go. */
  begin(): () => void;
  /** Null: no message is being begun, or campaigns have given way for long enough; else it resolves when one of these holds. */
  over(): Promise<void> | null;
  /** Whether a message was begun a moment ago, so that another one may soon be. */
  isFrequent(): boolean;
}

/** The share of the time for which campaigns wait at most, and milliseconds that they wait at a time. */
const SHARE = 0.5;
const MOST_MS = 50;
/** Milliseconds for which waiting is not worth while. */
const LEAST_MS = 5;
/** Milliseconds after a message in which another one is expected. */
const MOMENT_MS = 1000;

/**
 * Beginning a message takes some questions to MongoDB, and each answer waits for its turn in an event loop that a campaign keeps busy. So campaigns
 * begin no mail meanwhile, for half of the time at most, however many messages there are.
 */
export function createWay(): Way {
  let underWay = 0;
  let begunAt = Number.NEGATIVE_INFINITY;
  let left = MOST_MS;
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
    begin() {
      underWay += 1;
      begunAt = performance.now();
      return () => {
        underWay -= 1;
        if (underWay === 0) wake();
      };
    },
    isFrequent: () => performance.now() - begunAt < MOMENT_MS,
    over() {
      if (underWay === 0) return null;
      if (waiting) return waiting;
      const at = performance.now();
      left = Math.min(MOST_MS, left + (at - seen) * SHARE);
      seen = at;
      if (left < LEAST_MS) return null;
      waiting = wait();
      return waiting;
    },
  };
}
