import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A folder within `node_modules` that goes when this process exits. */
export function cacheFolder(prefix: string): string {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, prefix));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Builds the programs as the image does (Dockerfile), so that processes start as in production, and twice as fast. Answers
 * their folder: it lies within `node_modules`, where packages are found from, and goes when this process exits. The types
 * are another's to check. `sources`: by default this tree.
 */
export async function buildPrograms(sources = ROOT): Promise<string> {
  const folder = cacheFolder('build-');
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const project = ['-p', join(sources, 'tsconfig.build.json'), '--noCheck', '--outDir', folder];
  await promisify(execFile)(process.execPath, [compiler, ...project]);
  for (const room of ['api', 'common', 'worker']) {
    cpSync(join(sources, room), join(folder, room), {
      recursive: true,
      filter: (file) => extname(file) !== '.ts',
    });
  }
  return folder;
}
