/**
 * Loaded into the API's process before it (`--import`): watches it from within, and writes what it saw to the file that
 * `FUZZ_WATCH` names when it exits.
 */
import { writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What the process saw of itself. Times are in milliseconds. */
export interface Watched {
  readonly unhandled: readonly string[];
  /**
   * Gaps between two turns of the loop of more than 200 ms (or `FUZZ_STALL_MS`), and how much of each we computed ourselves.
   */
  readonly stalls: readonly { readonly gap: number; readonly own: number }[];
  readonly delay: { readonly p99: number; readonly max: number };
  readonly peakMb: number;
}

const STALL_MS = Number(process.env['FUZZ_STALL_MS'] ?? 200);
const TICK_MS = 20;

const unhandled: string[] = [];
const stalls: { gap: number; own: number }[] = [];
const started = performance.now();
const histogram = monitorEventLoopDelay({ resolution: TICK_MS });
let last = started;
let cpu = process.cpuUsage();

process.on('unhandledRejection', (reason) => unhandled.push(String((reason as Error)?.stack ?? reason)));
process.on('uncaughtExceptionMonitor', (error) => unhandled.push(String(error.stack)));

// The histogram can't tell our own work from a machine that gave us no turn: a gap with little CPU of ours is the latter.
setInterval(() => {
  const now = performance.now();
  const used = process.cpuUsage(cpu);
  if (now - last > STALL_MS + TICK_MS)
    stalls.push({ gap: now - last, own: (used.user + used.system) / 1000 });
  last = now;
  cpu = process.cpuUsage();
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
  const file = process.env['FUZZ_WATCH'];
  if (!file) return;
  const seen: Watched = {
    unhandled,
    stalls,
    delay: { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 },
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
  writeFileSync(file, JSON.stringify(seen));
});
