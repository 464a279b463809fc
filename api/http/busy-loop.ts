import { performance } from 'node:perf_hooks';

const OVER_MS = 100;

/** Returns whether the event loop was busy for more than `share` of the last 100 ms. Other busy programs slow it down, too. */
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
