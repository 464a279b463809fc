import { performance } from 'node:perf_hooks';

/** Milliseconds over which it is measured, at least. */
const OVER_MS = 100;

/**
 * Tells whether this process's event loop had something to do for more than `share` of the last tenth of a second. Where other
 * programs use the processors up, the loop takes longer for the same work, so this tells of a busy machine, too.
 */
export function watchBusy(share: number): () => boolean {
  const measure = performance.eventLoopUtilization;
  let before = measure();
  let at = performance.now();
  let busy = false;
  return () => {
    const now = performance.now();
    if (now - at >= OVER_MS) {
      const read = measure();
      busy = measure(read, before).utilization > share;
      before = read;
      at = now;
    }
    return busy;
  };
}
