import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The resources that a process has used so far (Linux). */
export interface Usage {
  /** Microseconds of CPU, user and system. */
  cpu: number;
  /** Its peak resident size in MB. */
  peakMb: number;
}

/** Microseconds of a clock tick, in which the kernel counts CPU. */
export const TICK_US = 10_000;

/** The fields of proc(5) from the third on, the state; the name before it may hold anything. Throws for a process that has ended. */
export function statOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

export function usageOf(pid: number): Usage {
  // utime is field 14, stime 15.
  const fields = statOf(pid);
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return { cpu: (Number(fields[11]) + Number(fields[12])) * TICK_US, peakMb: Number(peak) / 1024 };
}

/** The bytes that a process has written to its files so far, and the number of writes (Linux). Sockets do not count. */
export function writtenBy(pid: number): { readonly bytes: number; readonly writes: number } {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(io)?.[1] ?? 0);
  return { bytes: field('wchar'), writes: field('syscw') };
}

/** A process that is measured. */
export interface Program {
  pid: number;
  child: ChildProcess;
  /** Its standard error so far. */
  said(): string;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Started processes. They are ended when this process ends, except by kill -9. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a program of the repository, such as `worker/main.ts`, or of its build, `…/worker/main.js`. Its log is written to the
 * file `output`, or dropped.
 */
export function startProgram(
  file: string,
  environment: Readonly<Record<string, string>>,
  output?: string,
): Program {
  // With PROFILE=DIR each program writes a CPU profile there.
  const profile = process.env['PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['PROFILE']}`] : [];
  if (output !== undefined) mkdirSync(dirname(output), { recursive: true });
  const log = output === undefined ? ('ignore' as const) : openSync(output, 'a');
  const child = spawn(
    process.execPath,
    [...profile, ...(file.endsWith('.ts') ? ['--import', './local/typescript.mjs'] : []), file],
    {
      env: { ...process.env, ...environment },
      stdio: ['ignore', log, 'pipe'],
    },
  );
  if (typeof log === 'number') closeSync(log);
  running.add(child);
  child.once('exit', () => running.delete(child));
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    // Lines of failpoints, and of programs that tests hold, are no problem and are not shown.
    if (!/^(?:failpoint|held) /.test(text)) process.stderr.write(text);
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid!,
    child,
    said: () => said,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
