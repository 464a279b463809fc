import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';

/** The owner alone can read the file. It replaces an existing one when complete and on disk; a failure leaves nothing. */
export async function writeWhole(file: string, write: (into: Writable) => Promise<void>): Promise<void> {
  const part = `${file}.part`;
  try {
    // The part file of a killed process may be readable by others, and the mode is only set on a new file.
    await rm(part, { force: true });
    await write(createWriteStream(part, { mode: 0o600, flags: 'wx' }));
    await toDisk(part);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** A rename may survive a power cut that the file's bytes do not survive, so both are flushed to disk. */
async function toDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
