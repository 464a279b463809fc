// Detects changes of files. Plain Node, because the set-up runs it before any package is installed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** Result folders within source folders, and files that another process is writing (`common/data/build/replace-file.ts`). */
const NO_SOURCE = /(?:^|\/)(?:dist|__pycache__|[^/]+\.egg-info)\/|\.part$/;

/** The files of `places` (files and folders below `root`) by their relative paths, in a fixed order. */
export const filesOf = (root, places) =>
  places.flatMap((place) => {
    const path = resolve(root, place);
    if (!statSync(path).isDirectory()) return [relative(root, path)];
    return readdirSync(path, { recursive: true })
      .filter((name) => !NO_SOURCE.test(name) && statSync(join(path, name)).isFile())
      .map((name) => relative(root, join(path, name)))
      .sort();
  });

export function digestOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = readFileSync(resolve(root, file));
    // With its length, the end of each file is unambiguous.
    hash.update(JSON.stringify([file, bytes.length])).update(bytes);
  }
  return hash.digest('hex').slice(0, 32);
}
