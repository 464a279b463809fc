import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../../local/bundle.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A folder within `node_modules` that is removed when this process exits. */
export function cacheFolder(prefix: string): string {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // esbuild writes paths from real folders, and node_modules may be a link.
  const folder = mkdtempSync(join(realpathSync(cache), prefix));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Builds the programs like the image (Dockerfile), so that processes start as in production, and in half the time. Returns their
 * folder, which is within `node_modules`, so that packages are found, and is removed when this process exits. Types are not
 * checked here. `sources`: by default this tree, of which `BUILD` may name a build already. `tests` are programs of tests.
 */
export async function buildPrograms(sources = ROOT, tests: readonly string[] = []): Promise<string> {
  const { BUILD } = process.env;
  if (BUILD && sources === ROOT) return BUILD;
  const folder = cacheFolder('build-');
  await bundlePrograms(sources, folder, tests);
  return folder;
}
