import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of this program, as `package.json` says: in logs, `/healthz`, `/metrics` and backups one can tell releases apart. */
export const VERSION: string = readVersion(import.meta.dirname);

/** The nearest `package.json` above: beside the sources, or beside the `dist` that was built of them. */
function readVersion(folder: string): string {
  try {
    return String(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version);
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return readVersion(above);
  }
}
