import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version in `package.json`, for logs, `/healthz`, `/metrics` and backups. */
export const VERSION: string = readVersion(import.meta.dirname);

/** The nearest `package.json` above: next to the sources, or next to `dist`. */
function readVersion(folder: string): string {
  try {
    return String(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version);
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return readVersion(above);
  }
}
