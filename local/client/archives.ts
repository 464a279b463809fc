import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zipOf } from '../../api/http/zip.ts';
import { filesOf } from '../digest.mjs';
import { ROOT } from '../servers.mjs';

/** The packages that `/docs/client/` serves, each as an archive with one folder. */
const PACKAGES = {
  typescript: {
    folder: 'client',
    files: ['LICENSE', 'README.md', 'build.mjs', 'package.json', 'src', 'tsconfig.cjs.json', 'tsconfig.json'],
  },
  python: { folder: 'client/python', files: ['LICENSE', 'README.md', 'pyproject.toml', 'src'] },
} as const;

export type ArchiveName = keyof typeof PACKAGES;

export const ARCHIVES = Object.keys(PACKAGES) as ArchiveName[];

/** The same bytes for the same files, so that every process answers with the same ETag. */
export const ALWAYS = new Date(2000, 0, 1);

/** The archive of a package, with its generated files, which must exist. */
export function archiveOf(name: ArchiveName): Promise<Buffer> {
  const { folder, files } = PACKAGES[name];
  const within = join(ROOT, folder);
  async function* zipped() {
    for (const file of filesOf(within, files))
      yield { name: `mailing-service-${name}/${file}`, bytes: createReadStream(join(within, file)) };
  }
  return buffer(zipOf(zipped(), ALWAYS));
}
