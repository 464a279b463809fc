import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'mailing-uploads-';
const NAME = /^mailing-uploads-(\d{1,10})-/;

/** Folders that this process made: others with its id are of a process before it, as in a container each has the same. */
const own = new Set<string>();

/**
 * Makes a folder for this process's uploads, of a name that cannot be known beforehand and for its user alone; removes
 * those that processes left behind which were killed.
 */
export async function createUploadFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  own.add(folder);
  await removeLeftOvers(parent);
  return folder;
}

async function removeLeftOvers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(NAME.exec(name)?.[1] ?? Number.NaN);
    const folder = join(parent, name);
    if (Number.isNaN(pid) || own.has(folder) || (pid !== process.pid && isAlive(pid))) continue;
    // Another user's is not ours to remove, nor is what a link points to.
    const found = await lstat(folder).catch(() => null);
    if (found?.isDirectory() && found.uid === process.getuid?.()) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
