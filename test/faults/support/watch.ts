import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Resources of a process while it was watched. */
export interface Watched {
  /** Resident megabytes at the beginning, at the peak, and the growth in between. */
  readonly beganMb: number;
  readonly peakMb: number;
  readonly grewMb: number;
  /** Longest delay of its event loop in milliseconds, by its own metrics. */
  readonly stallMs: number;
}

const SAMPLE_MS = 100;
/** The metrics report the longest delay since they were last read. */
const METRICS_MS = 1000;

function residentMb(pid: number): number | null {
  try {
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kb === undefined ? null : Number(kb) / 1024;
  } catch {
    return null;
  }
}

async function longestDelay(port: number): Promise<number> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(10_000) });
    const line = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await answer.text());
    return Number(line?.[1] ?? 0) * 1000;
  } catch {
    return 0;
  }
}

/** Watches the memory of a process and, through its metrics, its event loop. */
export async function watch(pid: number, metricsPort: number): Promise<{ stop(): Promise<Watched> }> {
  // Discards delays from before the watch.
  await longestDelay(metricsPort);
  const beganMb = residentMb(pid) ?? 0;
  let peakMb = beganMb;
  let stallMs = 0;
  const over = new AbortController();
  const memory = (async () => {
    while (!over.signal.aborted) {
      await delay(SAMPLE_MS);
      const mb = residentMb(pid);
      // The process ended before its watch did.
      if (mb === null) return;
      peakMb = Math.max(peakMb, mb);
    }
  })();
  const loop = (async () => {
    while (!over.signal.aborted) {
      await delay(METRICS_MS);
      stallMs = Math.max(stallMs, await longestDelay(metricsPort));
    }
  })();
  return {
    async stop() {
      over.abort();
      await Promise.all([memory, loop]);
      const [from, to] = [Math.round(beganMb), Math.round(peakMb)];
      return { beganMb: from, peakMb: to, grewMb: to - from, stallMs: Math.round(stallMs) };
    },
  };
}
