import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Builds the programs as the image does (Dockerfile), so that processes start as in production, and twice as fast. Answers
 * their folder: it lies within `node_modules`, where packages are found from, and goes when this process exits. The types
 * are somebody else's to check.
 */
export async function buildPrograms(): Promise<string> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'build-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const project = ['-p', join(ROOT, 'tsconfig.build.json'), '--noCheck', '--outDir', folder];
  await promisify(execFile)(process.execPath, [compiler, ...project]);
  for (const room of ['api', 'common', 'worker']) {
    cpSync(join(ROOT, room), join(folder, room), {
      recursive: true,
      filter: (file) => extname(file) !== '.ts',
    });
  }
  return folder;
}
