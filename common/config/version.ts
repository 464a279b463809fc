import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Build {
  /** Of `package.json`; for logs, `/healthz`, `/metrics` and backups. */
  readonly version: string;
  /** The hash of the commit that was built; null: the sources run, or it is unknown. */
  readonly commit: string | null;
  /** When that commit was made (ISO 8601); null as above. */
  readonly date: string | null;
}

export const BUILD: Build = readBuild(import.meta.dirname);

export const VERSION: string = BUILD.version;

/** `1.0.0 (commit 4f1c…, 2026-11-28T10:00:00Z)`. */
export const BUILD_IN_WORDS: string =
  BUILD.commit === null ? VERSION : `${VERSION} (commit ${BUILD.commit}, ${BUILD.date ?? 'unknown date'})`;

/** The nearest `package.json` above: next to the sources, or in `dist`, where the build adds commit and date. */
function readBuild(folder: string): Build {
  try {
    const { version, build } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { version: String(version), commit: build?.commit ?? null, date: build?.date ?? null };
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return readBuild(above);
  }
}
