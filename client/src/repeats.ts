import { ApiError, NoAnswer } from './api-error.ts';

/** Statuses after which a retry may succeed. A 409 is one of them only with `Retry-After`: then the first call with the key is still running. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/** Tries again after no answer or a passing failure, as often as `retries` says, after `Retry-After` or a growing wait. */
export async function repeating<Value>(
  retries: number,
  signal: AbortSignal | undefined,
  attempt: () => Promise<Value>,
): Promise<Value> {
  let wait = FIRST_WAIT_MS;
  for (let left = retries; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      const pause = pauseAfter(error, wait);
      if (left === 0 || pause === null || pause > LONGEST_WAIT_MS || signal?.aborted) throw error;
      // Clients that were refused at the same moment must not retry at the same moment.
      await pauseFor(pause * (1 + Math.random() / 4), signal);
      wait *= 2;
    }
  }
}

/** Milliseconds; null: a retry would fail, too. */
function pauseAfter(error: unknown, wait: number): number | null {
  if (error instanceof NoAnswer) return wait;
  if (!(error instanceof ApiError)) return null;
  const { status, retryAfter } = error;
  if (!PASSING.has(status) && !(status === 409 && retryAfter !== null)) return null;
  return retryAfter === null ? wait : 1000 * retryAfter;
}

function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
