/**
 * Loaded into a process before its program (`--import`): watches it from within. It writes what it saw to the file that
 * `FUZZ_WATCH` names when it exits; each long turn and each unhandled rejection also goes to `<that file>.live` at once,
 * one JSON text a line.
 */
import { appendFileSync, openSync, readSync, writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** What the process saw of itself. Times are in milliseconds. */
export interface Watched {
  readonly unhandled: readonly string[];
  /** Gaps between two turns of the loop of more than `FUZZ_STALL_MS`, and how much of each we computed ourselves. */
  readonly stalls: readonly { readonly gap: number; readonly own: number }[];
  readonly delay: { readonly p99: number; readonly max: number };
  readonly peakMb: number;
}

/** A line of the live file; `at` is the time by the machine's clock. */
export type WatchedEvent =
  | { readonly at: number; readonly gap: number; readonly own: number }
  | { readonly at: number; readonly unhandled: string };

const TICK_MS = 20;

// Threads and children load this file too, as they inherit the options of Node: only the program itself is watched.
if (isMainThread && process.env['FUZZ_WATCH']) watchProgram(process.env['FUZZ_WATCH']);

function watchProgram(file: string): void {
  const stallMs = Number(process.env['FUZZ_STALL_MS'] ?? 200);
  delete process.env['FUZZ_WATCH'];
  delete process.env['NODE_OPTIONS'];
  const unhandled: string[] = [];
  const stalls: { gap: number; own: number }[] = [];
  const started = performance.now();
  const histogram = monitorEventLoopDelay({ resolution: TICK_MS });
  const computed = cpuClock();
  let last = started;
  let cpu = computed();

  const tell = (event: WatchedEvent): void => appendFileSync(`${file}.live`, `${JSON.stringify(event)}\n`);
  const note = (error: unknown): void => {
    const text = String((error as Error)?.stack ?? error);
    unhandled.push(text);
    tell({ at: Date.now(), unhandled: text });
  };
  process.on('unhandledRejection', note);
  process.on('uncaughtExceptionMonitor', note);

  // The histogram can't tell our own work from a machine that gave us no turn: a gap with little CPU of ours is the latter.
  setInterval(() => {
    const now = performance.now();
    const gap = now - last;
    if (gap > stallMs + TICK_MS) {
      const own = computed() - cpu;
      stalls.push({ gap, own });
      tell({ at: Date.now(), gap: Math.round(gap), own: Math.round(own) });
    }
    last = now;
    cpu = computed();
  }, TICK_MS).unref();

  // Loading the program is no request's fault, nor is what it does for the first time: not all watched ones live that long.
  const forget = (): void => {
    stalls.length = 0;
    histogram.enable();
  };
  const { listen } = Server.prototype;
  Server.prototype.listen = function listenAndForget(this: Server, ...where: unknown[]): Server {
    this.once('listening', () => setTimeout(forget, TICK_MS * 2).unref());
    return (listen as (...all: unknown[]) => Server).apply(this, where);
  };
  setTimeout(forget, 5000).unref();

  process.on('exit', () => {
    const seen: Watched = {
      unhandled,
      stalls,
      delay: { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 },
      peakMb: process.resourceUsage().maxRSS / 1024,
    };
    writeFileSync(file, JSON.stringify(seen));
  });
}

/**
 * Milliseconds of CPU so far: of this thread, where Linux tells it (passwords are hashed and garbage is collected in
 * others, and neither keeps the loop), else of the whole process.
 */
function cpuClock(): () => number {
  const text = Buffer.alloc(64);
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const nanoseconds = (): number =>
      Number.parseInt(text.toString('latin1', 0, readSync(file, text, 0, 64, 0)), 10);
    if (nanoseconds() > 0) return () => nanoseconds() / 1e6;
  } catch {
    // Not on Linux, or without schedstat.
  }
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}
