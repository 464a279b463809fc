import { type ChildProcess, fork } from 'node:child_process';
import { LIMIT_SIGNALS, type TaskAnswer, type TaskCall } from './child.ts';

/** How a task ended that gave no value. */
export type TaskFailure =
  /** It went beyond a limit, or failed by itself: it will do so again. */
  | { readonly failed: 'time' | 'memory' }
  | { readonly failed: 'error'; readonly error: string }
  /** The process ended, or could not start, for a reason that may be ours. */
  | { readonly failed: 'broken'; readonly error: string; readonly crashed: boolean };
export type TaskOutcome = { readonly value: unknown } | TaskFailure;

/** A process that does one task at a time. */
export interface TaskChild {
  run(call: TaskCall, wallMs: number): Promise<TaskOutcome>;
  /** It ended, or must not be used any more. */
  readonly spent: boolean;
  kill(): void;
}

/** Signals of a process that failed by what it did itself. */
const CRASHES: ReadonlySet<unknown> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);
/** Megabytes beside the heap that a task may take: code, buffers, the collector's own. */
const BESIDE_HEAP_MB = 128;
/** The share of those that may be taken when a task is done: MJML is loaded, and not much else. */
const GROWN = 0.6;
/** Settings of the parent that are not the child's: a debugger's port, its own heap. */
const NOT_INHERITED = /^--(?:inspect|max-old-space-size|max-semi-space-size|heap)/;
/** What a loader of TypeScript keeps its files by; nothing else of our environment is its business. */
const PASSED_ON = ['TMPDIR', 'TSX_DISABLE_CACHE', 'TSX_TSCONFIG_PATH'];

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

/** Starts one; `file` calls `serveTasks`. Its heap and its processor time are limited, and it ends with this process. */
export function startChild(file: URL, memoryMb: number): TaskChild {
  let spent = false;
  let settle: ((outcome: TaskOutcome) => void) | null = null;
  const child: ChildProcess = fork(file, {
    execArgv: [
      ...process.execArgv.filter((argument) => !NOT_INHERITED.test(argument)),
      `--max-old-space-size=${memoryMb}`,
      // A design has one core, not as many as collect its garbage.
      '--single-threaded-gc',
    ],
    env: environment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced', // compiled mails are bytes
  });

  function end(outcome: TaskOutcome): void {
    const told = settle;
    settle = null;
    child.unref();
    child.channel?.unref();
    told?.(outcome);
  }

  child.on('message', (answer: TaskAnswer) => {
    // What one task made large stays so; the next one is to find its room.
    if (answer.memoryMb > memoryMb + BESIDE_HEAP_MB * GROWN) kill();
    end('value' in answer ? { value: answer.value } : { failed: 'error', error: answer.error });
  });
  child.once('error', (error) => {
    spent = true;
    end({ failed: 'broken', error: error.message, crashed: false });
  });
  child.once('exit', (code, signal) => {
    spent = true;
    if (signal === LIMIT_SIGNALS.cpu) end({ failed: 'time' });
    // V8 aborts where its heap is full.
    else if (signal === LIMIT_SIGNALS.memory || signal === 'SIGABRT' || code === 134)
      end({ failed: 'memory' });
    // A killed one was in the way of something else, such as a full machine.
    else
      end({
        failed: 'broken',
        error: `the process ended with ${signal ?? code}`,
        crashed: CRASHES.has(signal),
      });
  });
  child.unref();
  child.channel?.unref();

  function kill(): void {
    spent = true;
    child.kill('SIGKILL');
  }

  return {
    get spent() {
      return spent;
    },
    kill,
    run(call, wallMs) {
      return new Promise<TaskOutcome>((resolve) => {
        const deadline = setTimeout(() => {
          kill();
          end({ failed: 'broken', error: `no answer in ${wallMs} ms`, crashed: false });
        }, wallMs);
        settle = (outcome) => {
          clearTimeout(deadline);
          resolve(outcome);
        };
        child.ref();
        child.channel?.ref();
        child.send({ ...call, memoryMb: memoryMb + BESIDE_HEAP_MB } satisfies TaskCall, (error) => {
          if (error) end({ failed: 'broken', error: error.message, crashed: false });
        });
      });
    },
  };
}
