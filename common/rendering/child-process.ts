import { type ChildProcess, fork } from 'node:child_process';
import { LIMIT_SIGNALS, type TaskAnswer, type TaskCall } from './child.ts';

export type TaskFailure =
  /** It exceeded a limit, or its input was the reason: a retry would fail too. */
  | { readonly failed: 'time' | 'memory' }
  | { readonly failed: 'error'; readonly error: string }
  /** The process ended or could not start, perhaps for a reason that has nothing to do with the task. */
  | { readonly failed: 'broken'; readonly error: string; readonly crashed: boolean };
export type TaskResult = { readonly value: unknown } | TaskFailure;

/** Signals that show that the process itself failed. */
const CRASHES: ReadonlySet<unknown> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);
/** Megabytes that a task may use in addition to the heap: code, buffers, the garbage collector's own data. */
const BESIDE_HEAP_MB = 128;
/** The share of these that may be in use after a task: MJML is loaded, and little else. */
const GROWN = 0.6;
/** Not inherited: a debugger's port, the parent's heap size. */
const NOT_INHERITED = /^--(?:inspect|max-old-space-size|max-semi-space-size|heap)/;
/** Options that load TypeScript, which a built program does not need. `--import` may have its value in the next argument. */
const OF_SOURCES = /^--(?:import|no-experimental-require-module)\b/;
const isOfSources = (argument: string, at: number, all: readonly string[]): boolean =>
  OF_SOURCES.test(argument) || all[at - 1] === '--import';
/** Variables that a TypeScript loader needs. The child gets no other. */
const PASSED_ON = ['TMPDIR', 'TSX_DISABLE_CACHE', 'TSX_TSCONFIG_PATH'];

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

/** One task at a time. */
export class TaskChild {
  /** It had a task before. */
  used = false;
  /** It has ended, or must not be used again. */
  spent = false;
  readonly #process: ChildProcess;
  readonly #mostMb: number;
  #settle: ((outcome: TaskResult) => void) | null = null;

  constructor(process: ChildProcess, memoryMb: number) {
    this.#process = process;
    this.#mostMb = memoryMb + BESIDE_HEAP_MB;
    process.on('message', (answer: TaskAnswer) => {
      // The memory of a task stays allocated, so a process that grew too much is not used again.
      if (answer.memoryMb > memoryMb + BESIDE_HEAP_MB * GROWN) this.kill();
      this.#end('value' in answer ? { value: answer.value } : { failed: 'error', error: answer.error });
    });
    process.once('error', (error) => {
      this.spent = true;
      this.#end({ failed: 'broken', error: error.message, crashed: false });
    });
    process.once('exit', (code, signal) => {
      this.spent = true;
      this.#end(failureOf(code, signal));
    });
    this.#rest();
  }

  run(call: Omit<TaskCall, 'memoryMb'>, wallMs: number): Promise<TaskResult> {
    this.used = true;
    return new Promise((resolve) => {
      const deadline = setTimeout(() => {
        this.kill();
        this.#end({ failed: 'broken', error: `no answer in ${wallMs} ms`, crashed: false });
      }, wallMs);
      this.#settle = (outcome) => {
        clearTimeout(deadline);
        resolve(outcome);
      };
      this.#process.ref();
      this.#process.channel?.ref();
      this.#process.send({ ...call, memoryMb: this.#mostMb } satisfies TaskCall, (error) => {
        if (error) this.#end({ failed: 'broken', error: error.message, crashed: false });
      });
    });
  }

  kill(): void {
    this.spent = true;
    this.#process.kill('SIGKILL');
  }

  #end(outcome: TaskResult): void {
    const told = this.#settle;
    this.#settle = null;
    this.#rest();
    told?.(outcome);
  }

  /** This process may end while the child has no task. */
  #rest(): void {
    this.#process.unref();
    this.#process.channel?.unref();
  }
}

function failureOf(code: number | null, signal: NodeJS.Signals | null): TaskFailure {
  if (signal === LIMIT_SIGNALS.cpu) return { failed: 'time' };
  // V8 aborts when its heap is full.
  if (signal === LIMIT_SIGNALS.memory || signal === 'SIGABRT' || code === 134) return { failed: 'memory' };
  // Killed from outside, for example because the machine ran out of memory.
  const error = `the process ended with ${signal ?? code}`;
  return { failed: 'broken', error, crashed: CRASHES.has(signal) };
}

/** `file` calls `serveTasks`. Heap and processor time are limited, and the child ends with this process. */
export function startChild(file: URL, memoryMb: number): TaskChild {
  const isBuilt = file.pathname.endsWith('.js');
  const child = fork(file, {
    execArgv: [
      ...process.execArgv.filter(
        (argument, at, all) => !NOT_INHERITED.test(argument) && !(isBuilt && isOfSources(argument, at, all)),
      ),
      `--max-old-space-size=${memoryMb}`,
      // One core for a design: without this, several threads would collect its garbage.
      '--single-threaded-gc',
    ],
    env: environment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced', // compiled mails are bytes
  });
  return new TaskChild(child, memoryMb);
}
