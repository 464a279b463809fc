import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a process used so far (Linux). */
export interface Usage {
  /** Microseconds of CPU, user and system. */
  cpu: number;
  /** Its largest resident size, in MB. */
  peakMb: number;
}

const TICK_US = 10_000;

export function usageOf(pid: number): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // proc(5): utime is field 14, stime 15; the name in brackets may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return { cpu: (Number(fields[11]) + Number(fields[12])) * TICK_US, peakMb: Number(peak) / 1024 };
}

/** A process of ours under measurement. */
export interface Program {
  pid: number;
  child: ChildProcess;
  /** What it wrote to its standard error so far. */
  said(): string;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** However this process ends, but by kill -9, what it started ends with it. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a program of the repository, such as `worker/main.ts`, or of its build, `…/worker/main.js`; its log goes to the
 * file `output`, or nowhere.
 */
export function startProgram(
  file: string,
  environment: Readonly<Record<string, string>>,
  output?: string,
): Program {
  // PROFILE=DIR keeps a CPU profile of each program there.
  const profile = process.env['PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['PROFILE']}`] : [];
  if (output !== undefined) mkdirSync(dirname(output), { recursive: true });
  const log = output === undefined ? ('ignore' as const) : openSync(output, 'a');
  const child = spawn(
    process.execPath,
    [...profile, ...(file.endsWith('.ts') ? ['--import', './local/tsx.mjs'] : []), file],
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
    // What a program says where it was told to die, or to say what it holds, is not trouble.
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
