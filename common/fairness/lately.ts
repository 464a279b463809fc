/** Which accounts were at work within the last second: whether one is alone. */
export interface Lately {
  /** An account is at work. */
  did(account: number): void;
  /** Whether another account was at work within the last second. */
  hasOther(account: number): boolean;
}

/** Milliseconds for which an account counts after it was at work. */
const LATELY_MS = 1000;

export function rememberLately(): Lately {
  // The account that was at work last, and the last one that was another.
  let last = { account: 0, at: Number.NEGATIVE_INFINITY };
  let other = last;
  return {
    did(account) {
      if (account !== last.account) other = last;
      last = { account, at: performance.now() };
    },
    hasOther(account) {
      const latest = last.account === account ? other : last;
      return performance.now() - latest.at < LATELY_MS;
    },
  };
}
