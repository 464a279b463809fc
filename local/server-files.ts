import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beginningOf } from './processes.mjs';

export interface ServerFiles {
  readonly data: string;
  readonly log: string;
  /** Its output before it has a log, for example about a missing library or a refused setting. */
  readonly output: string;
  readonly pidFile: string;
  readonly portFile: string;
  readonly passwordFile: string;
}

const LOG_BYTES = 50 * 2 ** 20;

/** Makes the folders. A log of more than 50 MiB is renamed; one old log is kept. */
export function serverFiles(folder: string): ServerFiles {
  const data = join(folder, 'db');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const log = join(folder, 'server.log');
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(log, `${log}.1`);
  return {
    data,
    log,
    output: join(folder, 'output.log'),
    pidFile: join(folder, 'server.pid'),
    portFile: join(folder, 'port'),
    passwordFile: join(folder, 'password'),
  };
}

/** Usually a guard ends it (guard.ts), unless the guard was killed too. Two Redis servers on the same files would destroy them. */
export async function endLeftOver(files: ServerFiles, say: (line: string) => void): Promise<void> {
  const [, id = '', beginning = ''] = /^(\d+) (.*)\n$/.exec(textOf(files.pidFile)) ?? [];
  const pid = Number(id);
  if (beginning === '' || beginningOf(pid) !== beginning) return;
  say(`Stopping process ${pid} of an earlier run, which uses ${files.data}`);
  await endProcess(pid, beginning);
}

async function endProcess(pid: number, beginning: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  const lives = (): boolean => beginningOf(pid) === beginning;
  if (lives()) process.kill(pid, 'SIGTERM');
  while (lives() && Date.now() < deadline) await delay(50);
  if (lives()) process.kill(pid, 'SIGKILL');
  while (lives()) await delay(20);
}

export function lastWords(files: ServerFiles): string {
  const lines = [files.output, files.log].flatMap((file) => textOf(file).trim().split('\n').slice(-5));
  return lines.filter(Boolean).join('\n');
}

/** 256 bits in hexadecimal. Every user of the machine can reach the server on the loopback. */
export function keptPassword({ passwordFile }: ServerFiles): string {
  const kept = textOf(passwordFile).trim();
  if (/^[0-9a-f]{64}$/.test(kept)) {
    chmodSync(passwordFile, 0o600);
    return kept;
  }
  const fresh = randomBytes(32).toString('hex');
  writeFileSync(passwordFile, `${fresh}\n`, { mode: 0o600 });
  return fresh;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(-20_000);
  } catch {
    return '';
  }
}
