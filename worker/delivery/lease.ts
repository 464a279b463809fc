import { randomUUID } from 'node:crypto';

/** How long a lease stands without being renewed: as long as a crashed worker's work lies still. */
export const LEASE_MS = 30_000;
const RENEW_MS = 8000;
/** A lease is not relied upon in its last seconds: what was begun must end before another may hold it. */
const MARGIN_MS = 5000;

/** Somebody's right to work on a document, for a while. */
export interface Lease {
  readonly token: string;
  /** Whether it surely stands now, by this machine's own clock. */
  stands(): boolean;
  /** Aborted once it was lost: what is not begun must not begin. */
  readonly lost: AbortSignal;
  /** Ends the renewing; the caller has released the document or lost it. */
  end(): void;
}

export const newToken = (): string => randomUUID();

/**
 * Keeps a lease that was just taken by renewing it until it is ended. `renew` extends it by a compare-and-set on the
 * token and answers whether it still was ours; an error is tried again while the lease stands. `asked` is when it was
 * asked for (`performance.now()`): the store's own reckoning began no earlier.
 */
export function keepLease(
  token: string,
  renew: () => Promise<boolean>,
  asked: number = performance.now(),
): Lease {
  const lost = new AbortController();
  let until = asked + LEASE_MS;
  let renewing = false;
  const timer = setInterval(() => {
    if (performance.now() > until - MARGIN_MS) lost.abort();
    if (renewing || lost.signal.aborted) return;
    renewing = true;
    const askedAgain = performance.now();
    renew()
      .then((ours) => {
        if (ours) until = askedAgain + LEASE_MS;
        else lost.abort();
      })
      // The store is away; whether the lease still stands is told by the clock.
      .catch(() => {})
      .finally(() => {
        renewing = false;
      });
  }, RENEW_MS);
  timer.unref();
  return {
    token,
    stands: () => !lost.signal.aborted && performance.now() < until - MARGIN_MS,
    lost: lost.signal,
    end: () => clearInterval(timer),
  };
}
