import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchPrograms } from '../../../local/bundle.mjs';
import { until } from '../../support/until.ts';

describe('bundles for development', () => {
  let folder: string;
  let stop: () => Promise<void>;
  const put = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const isBundled = (text: string) =>
    until(
      () => readFileSync(join(folder, 'out/api/main.js'), 'utf8').includes(text),
      `${text} in the bundle`,
    );

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mailing-test-watch-'));
    mkdirSync(join(folder, 'api'));
    put('package.json', '{"type":"module"}');
    put('api/said.ts', "export const said = 'first';");
    put('api/main.ts', "import { said } from './said.ts';\nconsole.log(said);");
    ({ stop } = await watchPrograms(folder, join(folder, 'out')));
    await isBundled('first');
  });
  afterEach(async () => {
    await stop();
    rmSync(folder, { recursive: true });
  });

  it('follow a file that an editor writes, or puts in the place of the earlier one', async () => {
    for (const text of ['second', 'third', 'fourth', 'fifth']) {
      const file = text === 'third' || text === 'fourth' ? 'api/saved' : 'api/said.ts';
      put(file, `export const said = '${text}';`);
      if (file === 'api/saved') renameSync(join(folder, file), join(folder, 'api/said.ts'));
      await isBundled(text);
    }
  });

  it('follow a file of a new folder', async () => {
    mkdirSync(join(folder, 'api/new'));
    put('api/new/told.ts', "export const said = 'second';");
    put('api/main.ts', "import { said } from './new/told.ts';\nconsole.log(said);");
    await isBundled('second');
    put('api/new/told.ts', "export const said = 'third';");
    await isBundled('third');
  });
});
