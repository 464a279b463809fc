import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beginningOf } from './processes.mjs';

/**
 * A program that never outlives this process, however it ends.
 *
 * Nothing in POSIX ends a child with its parent, so a shell stands between (guard.sh): it starts the program and
 * reads a pipe that we hold and never write to. The kernel closes our end when we die, be it by kill -9; the shell
 * then asks the program to stop (TERM) and insists after a while (KILL). Our own `stop` does nothing but close that
 * pipe, so the way that a crash takes is the one that every stop tries. It is a shell rather than a Node program
 * since it costs 2 MB instead of 45.
 *
 * It leads a session of its own: Ctrl-C reaches a whole process group, and stores stop after who uses them.
 */
const GUARD = fileURLToPath(new URL('guard.sh', import.meta.url));

export interface Guarded {
  readonly pid: number;
  /** Resolves with the exit code once the server is gone (128 and more: by a signal). Never rejects. */
  readonly exited: Promise<number>;
  /** Whether it is gone. */
  readonly gone: () => boolean;
  /** Lets the server end in order; resolves when it is gone. */
  readonly stop: () => Promise<void>;
  /** Ends it at once, as a crash does; resolves when it is gone. */
  readonly kill: () => Promise<void>;
}

/** `{ port: 1, quiet: true }` as `--port 1 --quiet`. */
export const flags = (settings: Record<string, string | number | true>): string[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, String(value)],
  );

export interface GuardOptions {
  /** A file that what it prints is appended to; default: it prints where we print. */
  readonly output?: string;
  /** Where to write its process id and beginning. */
  readonly pidFile?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Seconds from TERM to KILL. */
  readonly patience: number;
}

/** Starts `command` (a program's path and its arguments) under a guard. */
export async function startGuarded(command: readonly string[], options: GuardOptions): Promise<Guarded> {
  const output = options.output === undefined ? undefined : openSync(options.output, 'a');
  const shell = spawn('/bin/sh', [GUARD, String(options.patience), ...command], {
    stdio: ['pipe', output ?? 'inherit', output ?? 'inherit', 'pipe'],
    detached: true,
    env: options.env ?? process.env,
  });
  if (output !== undefined) closeSync(output);
  let over = false;
  let pid = 0;
  const exited = once(shell, 'exit').then(
    ([code]: unknown[]) => {
      over = true;
      shell.stdin?.destroy();
      if (typeof code === 'number') return code;
      // Somebody killed the guard alone: the server must not stay without one.
      if (pid) signal(pid, 'SIGTERM');
      return 128;
    },
    () => {
      over = true;
      return 127;
    },
  );
  // A write end that the other side closed first would otherwise be an uncaught error.
  shell.stdin?.on('error', () => {});
  pid = await readPid(shell.stdio[3] as NodeJS.ReadableStream);
  if (options.pidFile !== undefined) writeFileSync(options.pidFile, `${pid} ${beginningOf(pid)}\n`);
  return {
    pid,
    exited,
    gone: () => over,
    stop: async () => {
      shell.stdin?.destroy();
      await exited;
    },
    kill: async () => {
      if (!over) signal(pid, 'SIGKILL');
      await exited;
    },
  };
}

async function readPid(stream: NodeJS.ReadableStream): Promise<number> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return Number(text);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already.
  }
}
