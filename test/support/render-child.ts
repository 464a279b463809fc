import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFiles } from '../../local/bundle.mjs';
import { digestOf, filesOf } from '../../local/digest.mjs';
import { ROOT } from '../../local/servers.mjs';

const CHILD = 'common/rendering/render-child';
const FOLDER = join(ROOT, 'node_modules/.cache/render-child');

/** Another run with other sources may start children from its build. The time of a build's folder is that of its last use. */
const KEPT_MS = 24 * 3600_000;
const isOld = (folder: string): boolean =>
  (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - KEPT_MS;

/**
 * The program of renderers' children, built: it starts in a third of the time that its sources take. It is built again when a source of it
 * changes.
 */
export async function builtRenderChild(): Promise<string> {
  const digest = digestOf(ROOT, filesOf(ROOT, ['common', 'shared', 'package-lock.json', 'local/bundle.mjs']));
  const folder = join(FOLDER, digest);
  if (existsSync(folder)) utimesSync(folder, new Date(), new Date());
  else {
    const unfinished = join(FOLDER, `${process.pid}.part`);
    mkdirSync(unfinished, { recursive: true });
    await bundleFiles(ROOT, unfinished, [`${CHILD}.ts`]);
    for (const name of readdirSync(FOLDER).filter((one) => /^[\da-f]+$/.test(one)))
      if (isOld(join(FOLDER, name))) rmSync(join(FOLDER, name), { recursive: true, force: true });
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      // Another run has built the same.
      if (!existsSync(folder)) throw error;
      rmSync(unfinished, { recursive: true });
    }
  }
  return join(folder, `${CHILD}.js`);
}
