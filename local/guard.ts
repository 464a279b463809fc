import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';

/**
 * A server that never outlives this process, however it ends.
 *
 * Nothing in POSIX ends a child with its parent, so a shell stands between: it starts the server and reads a pipe
 * that we hold and never write to. The kernel closes our end when we die, be it by kill -9; the shell then asks the
 * server to stop (TERM) and insists after 30 s (KILL). Our own `stop` does nothing but close that pipe, so the way
 * that a crash takes is the one that every stop tries. It is a shell rather than a Node program since it costs 1 MB
 * instead of 45.
 *
 * It leads a session of its own: Ctrl-C reaches a whole process group, and stores stop after who uses them.
 */
const GUARD = `
exec 4<&0 </dev/null
"$@" 3>&- 4<&- &
server=$!
echo "$server" >&3
exec 3>&-
(
  while read -r _; do :; done
  kill -TERM "$server"
  waited=0
  while kill -0 "$server" && [ "$waited" -lt 30 ]; do sleep 1; waited=$((waited + 1)); done
  kill -KILL "$server"
) <&4 >/dev/null 2>&1 &
guard=$!
exec 4<&-
trap 'kill -TERM "$server" 2>/dev/null' TERM INT HUP
wait "$server"; status=$?
while kill -0 "$server" 2>/dev/null; do wait "$server"; status=$?; done
kill "$guard" 2>/dev/null
exit "$status"
`;

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

/** Starts `command`; what it prints is appended to the file `output`, its process id written to the file `pidFile`. */
export async function startGuarded(
  command: readonly string[],
  files: { output: string; pidFile: string },
): Promise<Guarded> {
  const output = openSync(files.output, 'a');
  const shell = spawn('/bin/sh', ['-c', GUARD, 'guard', ...command], {
    stdio: ['pipe', output, output, 'pipe'],
    detached: true,
  });
  closeSync(output);
  let over = false;
  let pid = 0;
  const exited = once(shell, 'exit').then(
    ([code]: unknown[]) => {
      over = true;
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
  writeFileSync(files.pidFile, `${pid}\n`);
  const end = (): void => {
    shell.stdin?.destroy();
  };
  return {
    pid,
    exited,
    gone: () => over,
    stop: async () => {
      end();
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
