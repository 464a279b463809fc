import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Safe for concurrent processes: they see the old file or the new one, never a part. */
export function replaceFile(file: string, bytes: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.part`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, file);
}
