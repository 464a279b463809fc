import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** What a process needed while it was watched. */
export interface Watched {
  /** Resident megabytes when the watch began, at the most, and more since than then. */
  readonly beganMb: number;
  readonly peakMb: number;
  readonly grewMb: number;
  /** Milliseconds that its event loop stood still at the longest, by its own metrics. */
  readonly stallMs: number;
  /** Resident megabytes. */
  readonly sizes: Sizes;
  /** Megabytes of objects and buffers, by its own metrics, whether or not they are needed still. */
  readonly held: Sizes;
}

/** Megabytes, each with when it was (milliseconds since the watch began). */
export type Sizes = readonly (readonly [ms: number, mb: number])[];

const SAMPLE_MS = 100;
/** Metrics tell the longest delay since they were last asked. */
const METRICS_MS = 1000;

function residentMb(pid: number): number | null {
  try {
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kb === undefined ? null : Number(kb) / 1024;
  } catch {
    return null;
  }
}

/** What a process tells of itself; nothing when it does not answer. */
async function ask(port: number): Promise<{ delayMs: number; heldMb: number } | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(10_000) });
    const text = await answer.text();
    const valueOf = (name: string): number =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
    const bytes = valueOf('nodejs_heap_size_used_bytes') + valueOf('nodejs_external_memory_bytes');
    return { delayMs: valueOf('nodejs_eventloop_lag_max_seconds') * 1000, heldMb: bytes / 2 ** 20 };
  } catch {
    return null;
  }
}

/** Watches a process's memory and, through its metrics, its event loop. */
export async function watch(pid: number, metricsPort: number): Promise<{ stop(): Promise<Watched> }> {
  // What it did before is none of ours.
  await ask(metricsPort);
  const began = performance.now();
  const sizes: [number, number][] = [[0, residentMb(pid) ?? 0]];
  const held: [number, number][] = [];
  let stallMs = 0;
  const over = new AbortController();
  const memory = (async () => {
    while (!over.signal.aborted) {
      await delay(SAMPLE_MS);
      const mb = residentMb(pid);
      // It ended before its watch did.
      if (mb === null) return;
      sizes.push([performance.now() - began, mb]);
    }
  })();
  const loop = (async () => {
    while (!over.signal.aborted) {
      await delay(METRICS_MS);
      const told = await ask(metricsPort);
      if (!told) continue;
      stallMs = Math.max(stallMs, told.delayMs);
      held.push([performance.now() - began, told.heldMb]);
    }
  })();
  return {
    async stop() {
      over.abort();
      await Promise.all([memory, loop]);
      const beganMb = Math.round(sizes[0]![1]);
      const peakMb = Math.round(Math.max(...sizes.map(([, mb]) => mb)));
      return { beganMb, peakMb, grewMb: peakMb - beganMb, stallMs: Math.round(stallMs), sizes, held };
    },
  };
}
