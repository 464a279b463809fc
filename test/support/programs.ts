import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { ROOT } from '../../local/servers.mjs';
import { nodeProgram } from './built.ts';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<Ran>;
}

/** The environment without the addresses of our stores, so that a child runs as on a new machine. */
export function bareEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const env = { ...process.env, ...extra };
  const ours = [
    'MONGODB_URL',
    'REDIS_URL',
    'SMTP_URL',
    'APP_SECRET',
    'NODE_ENV',
    'NODE_OPTIONS',
    'NODE_COMPILE_CACHE',
  ];
  for (const name of ours) {
    if (!(name in extra)) delete env[name];
  }
  return env;
}

/** Starts a program of the repository (the path of its source from the root) with Node. */
export function startNode(args: readonly string[], env: NodeJS.ProcessEnv, detached = false): Running {
  const [file = '', ...rest] = args;
  const { options, script } = nodeProgram(file);
  return follow(
    spawn(process.execPath, [...options, script, ...rest], {
      cwd: ROOT,
      env,
      detached,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

export interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs a command in a folder, as containers do. */
export const startCommand = ([file = '', ...args]: readonly string[], place: Place): Running =>
  follow(spawn(file, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'] }));

/** Runs a command line in a folder with a shell, as platforms run a Procfile. */
export const startShell = (command: string, place: Place): Running =>
  startCommand(['/bin/sh', '-c', command], place);

function follow(child: ChildProcessByStdio<null, Readable, Readable>): Running {
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  const ended = once(child, 'exit').then(([code]: unknown[]) => ({ code: code as number | null, out, err }));
  return { child, out: () => out, err: () => err, ended };
}
