import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** After this many milliseconds a query on a possibly dead connection no longer delays later ones. */
export const LATE_QUESTION_MS = 500;
/** The same for a write, which a majority stores first. */
export const LATE_WRITE_MS = 1000;

/** After a blocked loop timers run before received data, and immediates after it: so an answer that came in time is read first. */
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

/** Share of a wait in which this process worked itself, above which it may have had no time to send a query or to read its answer. */
const BUSY = 0.5;

/** Whether this process was busy since `began`, a measurement of `performance.eventLoopUtilization()`. */
export const wasBusySince = (began: EventLoopUtilization): boolean =>
  performance.eventLoopUtilization(began).utilization >= BUSY;

/**
 * A signal that aborts with another one, or after `ms` with a `TimeoutError`. A bare `AbortSignal.timeout` does not work in
 * `AbortSignal.any`, which holds its parts weakly: it is garbage-collected and never aborts (Node 20.20).
 */
export function withTimeLimit(signal: AbortSignal, ms: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException('The time is over.', 'TimeoutError')), ms).unref();
  return AbortSignal.any([signal, limit.signal]);
}
