/** For how long the work of an account may make that of others wait. */
export interface Precedence {
  has(account: number): boolean;
  use(account: number, ms: number): void;
}

interface Bounds {
  /** Milliseconds that an account has at first, and at most. */
  readonly mostMs: number;
  /** The share of the time that it gets back. */
  readonly share: number;
}

/** Accounts that are remembered; beyond it, all have everything again. */
const MOST_ACCOUNTS = 10_000;

/** Each account has precedence of its own: one that uses it all the time takes it from no other, and has a share of the time in the long run. */
export function createPrecedence({ mostMs, share }: Bounds): Precedence {
  const used = new Map<number, { readonly left: number; readonly at: number }>();

  function leftOf(account: number): number {
    const before = used.get(account);
    return before ? Math.min(mostMs, before.left + (performance.now() - before.at) * share) : mostMs;
  }

  return {
    has: (account) => leftOf(account) > 0,
    use(account, ms) {
      const left = leftOf(account) - ms;
      if (used.size >= MOST_ACCOUNTS) used.clear();
      used.set(account, { left, at: performance.now() });
    },
  };
}
