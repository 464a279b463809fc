/** Milliseconds after which a question, whose connection may be dead, holds up no other that comes after it. */
export const LATE_QUESTION_MS = 500;
/** The same for a write: a majority stores it first. */
export const LATE_WRITE_MS = 1000;

/**
 * Waits until work has ended, well or not, for so many milliseconds at most. Whether it is late. After a loop that was held up, timers come before
 * what was received meanwhile, and immediates after it: so an answer that came in time is read first, however busy this process was.
 */
export async function isLate(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, true), ms);
    timer.unref();
  });
  const ended = (): boolean => false;
  try {
    return await Promise.race([work.then(ended, ended), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A signal that aborts with another one, or after some milliseconds with a `TimeoutError`. A bare `AbortSignal.timeout` is no part for
 * `AbortSignal.any`, which holds its parts weakly: it is collected as garbage, and then never aborts (Node 20.20).
 */
export function withTimeLimit(signal: AbortSignal, ms: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException('The time is over.', 'TimeoutError')), ms).unref();
  return AbortSignal.any([signal, limit.signal]);
}
