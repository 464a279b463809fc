import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../local/ports.ts';
import { statOf, TICK_US } from '../support/processes.ts';
import { pollUntil } from './until.ts';

/** A PostgreSQL of its own in a temporary folder, for a peer that needs one. */
export interface Postgres {
  readonly port: number;
  /** Runs statements, and returns the rows: columns separated by `|`, lines by line feeds. */
  query(sql: string): string;
  /** Microseconds of CPU that it and all of its processes have used. */
  cpu(): number;
  stop(): Promise<void>;
}

export const USER = 'peer';

/**
 * Starts PostgreSQL with 1 GB of shared buffers; its programs are looked for in `PG_BIN`, or on the path. It refuses to be run by root,
 * who runs it as the user `postgres`.
 */
export async function startPostgres(): Promise<Postgres> {
  const bin = process.env['PG_BIN'] ?? '';
  const who: { uid?: number; gid?: number } = process.getuid?.() === 0 ? account('postgres') : {};
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'mailing-peer-postgres-'));
  const data = join(folder, 'data');
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid!);
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...who,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const settings = ['listen_addresses=127.0.0.1', 'shared_buffers=1GB', `unix_socket_directories=${folder}`];
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
    { ...who, cwd: folder, stdio: 'ignore' },
  );
  process.once('exit', () => child.kill('SIGQUIT'));
  const query = (sql: string): string =>
    execFileSync(
      join(bin, 'psql'),
      [...`-h 127.0.0.1 -p ${port} -U ${USER} -d postgres -qAt -v ON_ERROR_STOP=1 -c`.split(' '), sql],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 },
    ).trim();
  await pollUntil(async () => {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`);
    try {
      return query('SELECT 1') === '1';
    } catch {
      return false;
    }
  });
  return {
    port,
    query,
    cpu: () => cpuWithChildren(child.pid!),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function account(name: string): { uid: number; gid: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Each connection is a process; those that ended are in the times of their parent. */
function cpuWithChildren(pid: number): number {
  let ticks = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = statOfAny(entry);
    // proc(5): from the state on, field 3: parent 4, own times 14 and 15, those of ended children 16 and 17.
    if (entry === String(pid)) ticks += sum(stat.slice(11, 15));
    else if (stat[1] === String(pid)) ticks += sum(stat.slice(11, 13));
  }
  return ticks * TICK_US;
}

const sum = (fields: readonly string[]): number => fields.reduce((total, field) => total + Number(field), 0);

/** Nothing of a process that has ended meanwhile. */
function statOfAny(pid: string): string[] {
  try {
    return statOf(pid);
  } catch {
    return [];
  }
}
