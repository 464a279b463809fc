import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../../local/servers.mjs';

/** The variable with the folder of the build (`build.ts`), as for `startStack`. */
export const BUILT = 'BUILD';

/** The programs that only tests start. */
export const TEST_PROGRAMS = [
  'bulk-process',
  'clocked-worker',
  'deletion-process',
  'details-process',
  'erasure-process',
  'import-process',
  'move-process',
].map((name) => `test/support/${name}.ts`);

/**
 * How Node starts a program: built where this run has a build that contains it, else from its source. `file` is the path of the source
 * from the root.
 */
export function nodeProgram(file: string): { options: string[]; script: string } {
  const folder = process.env[BUILT];
  const built = folder && join(folder, placeOf(file));
  const script = built?.replace(/\.ts$/, '.js');
  if (script && existsSync(script)) return { options: ['--enable-source-maps'], script };
  return { options: ['--import', join(ROOT, 'local/typescript.mjs')], script: join(ROOT, file) };
}

/** Where the build has the program of a source. */
function placeOf(file: string): string {
  if (TEST_PROGRAMS.includes(file)) return join('tests', basename(file));
  return file === 'common/commands/cli.ts' ? 'cli.ts' : file;
}
