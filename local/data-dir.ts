import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { embedded } from '../common/config/running.ts';
import { takeLock } from './lock.mjs';
import { beginningOf } from './processes.mjs';
import { ROOT, SetupError } from './servers.mjs';

/** The embedded services that a process runs for its `DATA_DIR`; services that the environment names are absent. */
export interface Services {
  readonly mongodbUrl?: string;
  readonly redisUrl?: string;
  readonly smtpUrl?: string;
  readonly mailboxUrl?: string;
}

/** `DATA_DIR`. A relative path starts at the repository's root, where npm runs its scripts. */
export const dataDir = (env: NodeJS.ProcessEnv = process.env): string =>
  resolve(ROOT, env['DATA_DIR'] || embedded.settings.DATA_DIR.standard!);

const servicesFile = (folder: string): string => join(folder, 'services.json');

/** Another living process uses the `DATA_DIR`. */
export class InUse extends SetupError {}

/** Two servers on the same files would destroy them. Throws InUse with the other process; takes over the lock of a dead one. */
export function lockDataDir(folder: string): { release: () => void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { release, holder } = takeLock(join(folder, 'lock'));
  if (release) return { release };
  throw new InUse(
    `Process ${holder} already runs the embedded services on ${folder}. Stop it, or set DATA_DIR to another folder.`,
  );
}

export function publishServices(folder: string, services: Services | undefined): void {
  const file = servicesFile(folder);
  if (!services) {
    rmSync(file, { force: true });
    return;
  }
  const note = { pid: process.pid, beginning: beginningOf(process.pid), ...services };
  writeFileSync(`${file}.new`, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function runningServices(folder: string): Services | undefined {
  try {
    const { pid, beginning, ...services } = JSON.parse(readFileSync(servicesFile(folder), 'utf8'));
    return beginning !== '' && beginningOf(pid) === beginning ? services : undefined;
  } catch {
    return undefined;
  }
}

/** The secret that signs links: 32 random bytes in hex, made once and stored in `folder`, readable only by its owner. */
export function keptSecret(folder: string): string {
  const file = join(folder, 'app-secret');
  const fresh = `${file}.${process.pid}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    writeFileSync(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  }
  try {
    // Unlike a rename, a link never replaces a secret that another process made at the same moment.
    linkSync(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh);
  }
  return readFileSync(file, 'utf8').trim();
}
