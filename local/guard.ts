import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beginningOf } from './processes.mjs';

/**
 * A program that never outlives this process, however this process ends.
 *
 * POSIX does not end a child with its parent, so a shell stands between them (guard.sh). It starts the program and reads a pipe
 * that this process holds and never writes to. When this process dies, even by kill -9, the kernel closes the pipe. Then the shell
 * stops the program (TERM), and kills it after a while (KILL). `stop` only closes the pipe, so every stop tests the path of a
 * crash. A shell takes 2 MB; a Node program would take 45.
 *
 * It has its own session, because Ctrl-C reaches a whole process group, and stores must stop after the programs that use them.
 */
const GUARD = fileURLToPath(new URL('guard.sh', import.meta.url));

export interface GuardedServer {
  readonly pid: number;
  /** Resolves with the exit code when the server has ended (128 and more: by a signal). Never rejects. */
  readonly exited: Promise<number>;
  readonly gone: () => boolean;
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
}

export const flags = (settings: Record<string, string | number | true>): string[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, String(value)],
  );

export interface GuardOptions {
  readonly output?: string;
  readonly pidFile?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly patience: number;
}

export async function startGuarded(
  command: readonly string[],
  options: GuardOptions,
): Promise<GuardedServer> {
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
      // Only the guard was killed. The server must not run without a guard.
      if (pid) signal(pid, 'SIGTERM');
      return 128;
    },
    () => {
      over = true;
      return 127;
    },
  );
  // Without a listener, an error of a pipe that the other side closed first would be uncaught.
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
    // It has ended already.
  }
}
