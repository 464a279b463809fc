import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that other processes may read or write at the same time: they see the old file or the new one, never a part. */
export function replaceFile(file: string, bytes: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.part`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, file);
}
