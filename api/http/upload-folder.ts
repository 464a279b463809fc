import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'mailing-uploads-';
const NAME = /^mailing-uploads-(\d{1,10})-/;

/** Folders of this process. Process ids repeat in containers, so a folder with our id may belong to an earlier process. */
const own = new Set<string>();

/** Makes the upload folder of this process, with access for its user only. Deletes the folders of killed processes. */
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
    // Skips folders of other users, and follows no links.
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
