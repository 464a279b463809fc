import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

/** What a child is asked: one task at a time. */
export interface TaskCall {
  readonly task: string;
  readonly payload: unknown;
  /** Milliseconds of computing that the task gets. */
  readonly cpuMs: number;
  /** Megabytes that the whole process may take. */
  readonly memoryMb: number;
}

/** What it answers; `memoryMb` is what the process takes now. */
export type TaskAnswer = ({ readonly value: unknown } | { readonly error: string }) & {
  readonly memoryMb: number;
};

/** Does a task after `begin` was called: what it loads before counts for no design. */
export type Task = (payload: never, begin: () => void) => Promise<unknown>;

/** What ends a child that went beyond its limits: signals whose default is the end, without a core file. */
export const LIMIT_SIGNALS = Object.freeze({ cpu: 'SIGALRM', memory: 'SIGUSR2' } as const);

/** Behind API and workers, wherever they share cores. */
const NICE = 10;

/**
 * Watches the process from a thread of its own, which goes on while a task computes: it counts processor time, so that a
 * busy machine condemns no design, and ends the process even when its parent died.
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

/** Makes this process a child that does these tasks for its parent, and ends with it. */
export function serveTasks(tasks: Readonly<Record<string, Task>>): void {
  try {
    // Linux keeps a priority for each thread: those that collect garbage are there already.
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), NICE);
    // Where memory runs out, the kernel ends this process first.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Where a sandbox forbids it, or it is no Linux, all are equal.
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
  process.on('disconnect', () => process.exit());
}
