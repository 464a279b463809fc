// Loaded into a process before its program (`--import`) to watch it from inside. When the process exits it writes its report to the file that
// `FUZZ_WATCH` names (watched.ts has its shape). Each long turn and each unhandled rejection is also written at once to `<that file>.live`, one JSON
// text a line. Plain JavaScript: with a loader for TypeScript a built program takes twice its memory, and its first trace takes half a second.
import { appendFileSync, openSync, readSync, writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 20;

// Threads and children inherit Node's options and load this file too, but only the program itself is watched.
if (isMainThread && process.env.FUZZ_WATCH) watchProgram(process.env.FUZZ_WATCH);

function watchProgram(file) {
  const stallMs = Number(process.env.FUZZ_STALL_MS ?? 200);
  delete process.env.FUZZ_WATCH;
  delete process.env.NODE_OPTIONS;
  const unhandled = [];
  const stalls = [];
  const started = performance.now();
  const histogram = monitorEventLoopDelay({ resolution: TICK_MS });
  const computed = cpuClock();
  let last = started;
  let cpu = computed();

  const tell = (event) => appendFileSync(`${file}.live`, `${JSON.stringify(event)}\n`);
  const note = (error) => {
    const text = String(error?.stack ?? error);
    unhandled.push(text);
    tell({ at: Date.now(), unhandled: text });
  };
  process.on('unhandledRejection', note);
  process.on('uncaughtExceptionMonitor', note);

  // The histogram can't distinguish our own work from a busy machine; a gap with little CPU of ours means a busy machine.
  setInterval(() => {
    const now = performance.now();
    const gap = now - last;
    if (gap > stallMs + TICK_MS) {
      const own = computed() - cpu;
      const stall = { at: Date.now(), gap: Math.round(gap), own: Math.round(own) };
      stalls.push(stall);
      tell(stall);
    }
    last = now;
    cpu = computed();
  }, TICK_MS).unref();

  // Discards the time in which the program is loaded and runs code for the first time, which is not caused by a request.
  const forget = () => {
    stalls.length = 0;
    histogram.enable();
  };
  const { listen } = Server.prototype;
  Server.prototype.listen = function listenAndForget(...where) {
    this.once('listening', () => setTimeout(forget, TICK_MS * 2).unref());
    return listen.apply(this, where);
  };
  setTimeout(forget, 5000).unref();

  process.on('exit', () => {
    const seen = {
      unhandled,
      stalls,
      delay: { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 },
      peakMb: process.resourceUsage().maxRSS / 1024,
    };
    writeFileSync(file, JSON.stringify(seen));
  });
}

/**
 * Milliseconds of CPU so far: of this thread, if Linux reports it (other threads hash passwords and collect garbage, which does
 * not block the loop); otherwise of the whole process.
 */
function cpuClock() {
  const text = Buffer.alloc(64);
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const nanoseconds = () => Number.parseInt(text.toString('latin1', 0, readSync(file, text, 0, 64, 0)), 10);
    if (nanoseconds() > 0) return () => nanoseconds() / 1e6;
  } catch {
    // Not on Linux, or without schedstat.
  }
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}
