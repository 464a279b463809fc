import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundlePrograms } from '../../local/bundle.mjs';

/** Bundles these sources before the tests of a `describe`. Returns the folders of the sources and of the bundle. */
export function bundled(files: Readonly<Record<string, string>>): { sources: string; out: string } {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-bundle-'));
  const [sources, out] = [join(folder, 'sources'), join(folder, 'out')];
  before(async () => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(sources, name)), { recursive: true });
      writeFileSync(join(sources, name), text);
    }
    await bundlePrograms(sources, out);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  return { sources, out };
}
