import { halfOfRest, type Share, Turns } from '../../common/fairness/turns.ts';
import { inUse } from './failures.ts';

/** Uploads that are received of an account at once. Further ones wait unread. */
const RECEIVED_EACH = 2;
/** Less than the milliseconds after which a silent body is cut. */
const PATIENCE_MS = 10_000;
const AGAIN = 10;
const WAITING = Object.freeze({
  line: { each: 200, total: 1000 },
  patienceMs: PATIENCE_MS,
  // The body stays unread, so the connection must close.
  refusal: () => inUse(AGAIN, 'Uploads that are received at once', { Connection: 'close' }),
});

/** Shares of TMPDIR, by account: `total` bytes of files for all, for each half of what others leave. */
export function createUploadShares(total: number) {
  const space = new Turns<number>({ total, each: halfOfRest(total), ...WAITING });
  const receiving = new Turns<number>({ total: Number.POSITIVE_INFINITY, each: RECEIVED_EACH, ...WAITING });
  return {
    /** Waits for room for a file. Throws a 429 after ten seconds. */
    space: (account: number, bytes: number, signal: () => AbortSignal): Promise<Share> =>
      take(space, account, Math.max(1, bytes), signal),
    /** Waits until fewer uploads of the account are received. Throws a 429 after ten seconds. */
    receiving: (account: number, signal: () => AbortSignal): Promise<Share> =>
      take(receiving, account, 1, signal),
  };
}

const take = async (
  turns: Turns<number>,
  account: number,
  weight: number,
  signal: () => AbortSignal,
): Promise<Share> => turns.enterNow(account, weight) ?? turns.enter(account, weight, { signal: signal() });
