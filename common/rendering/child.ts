import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

export interface TaskCall {
  readonly task: string;
  readonly payload: unknown;
  /** Milliseconds of processor time for the task. */
  readonly cpuMs: number;
  /** Megabytes that the whole process may use. */
  readonly memoryMb: number;
}

/** `memoryMb`: what the process uses now. */
export type TaskAnswer = ({ readonly value: unknown } | { readonly error: string }) & {
  readonly memoryMb: number;
};

/** A task calls `begin` when its code is loaded, so that loading is not part of the design's time. */
export type ChildTask = (payload: never, begin: () => void) => Promise<unknown>;

/** Signals that end a child at its limits. Their default action ends the process without a core file. */
export const LIMIT_SIGNALS = Object.freeze({ cpu: 'SIGALRM', memory: 'SIGUSR2' } as const);

/** A lower priority than API and workers, which may share its cores. */
export const NICE = 10;

/**
 * Watches the process from a second thread, which keeps running while a task computes. It counts processor time, so that a design
 * does not fail because the machine is busy. It also ends the process when its parent has died.
 */
const WATCH = `
const { workerData } = require('node:worker_threads');
const state = new Float64Array(workerData, 8);
const bell = new Int32Array(workerData, 0, 1);
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
for (;;) {
  Atomics.wait(bell, 0, 0);
  const until = used() + state[0];
  while (Atomics.load(bell, 0) === 1) {
    if (used() > until) process.kill(process.pid, '${LIMIT_SIGNALS.cpu}');
    if (process.memoryUsage.rss() > state[1] * 1048576) process.kill(process.pid, '${LIMIT_SIGNALS.memory}');
    Atomics.wait(bell, 0, 1, 20);
  }
}`;

const megabytes = (): number => process.memoryUsage.rss() / 2 ** 20;

/** Makes this process a child that runs these tasks for its parent and ends with it. */
export function serveTasks(tasks: Readonly<Record<string, ChildTask>>): void {
  try {
    // Linux has a priority for each thread, and the garbage collector's threads exist already.
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), NICE);
    // When memory runs out, the kernel ends this process first.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // A sandbox may forbid it, and other systems lack it: then priorities stay equal.
  }
  const shared = new SharedArrayBuffer(24);
  const bell = new Int32Array(shared, 0, 1);
  const limits = new Float64Array(shared, 8);
  new Worker(WATCH, { eval: true, workerData: shared, execArgv: [], env: {}, stdin: false }).unref();

  async function answer({ task, payload, cpuMs, memoryMb }: TaskCall): Promise<TaskAnswer> {
    try {
      const value = await tasks[task]!(payload as never, () => {
        limits[0] = cpuMs;
        limits[1] = memoryMb;
        Atomics.store(bell, 0, 1);
        Atomics.notify(bell, 0);
      });
      return { value, memoryMb: megabytes() };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error), memoryMb: megabytes() };
    } finally {
      Atomics.store(bell, 0, 0);
      Atomics.notify(bell, 0);
    }
  }

  process.on('message', (call: TaskCall) => void answer(call).then((said) => process.send!(said)));
  // Its parent is gone. Not `process.exit()`: Node 24 may hang in it, when a V8 thread and the exiting thread wait for each
  // other.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
