import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('the package of the client', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mailing-client-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('can be packed, and used by JavaScript and TypeScript without anything else', async function () {
    this.timeout(120_000);
    // In a copy, because the checkout must not be changed and other tests may run.
    const copy = join(folder, 'client');
    await cp(join(ROOT, 'client'), copy, { recursive: true, filter: (path) => !path.endsWith('/dist') });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    // Its `prepack` builds it. Under npm, the checkout's `ignore-scripts` is in the environment.
    await run('npm', ['pack', '--ignore-scripts=false', '--pack-destination', folder], { cwd: copy });
    const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'))!;
    const user = await mkdtemp(join(tmpdir(), 'mailing-client-user-'));
    try {
      const installed = join(user, 'node_modules/@mailing-service/client');
      await run('mkdir', ['-p', installed]);
      await run('tar', ['-xzf', join(folder, packed), '-C', installed, '--strip-components=1']);
      await writeFile(join(user, 'package.json'), '{"type":"module"}');
      await writeFile(
        join(user, 'use.ts'),
        `import { type Client, createClient } from '@mailing-service/client';
const client: Client = createClient({ url: 'http://localhost', publicKey: 'a', secretKey: 'b' });
export const names: Promise<string[]> = client.contactTypeList().then((types) => types.map((type) => type.name));
// @ts-expect-error -- a required input
void client.contactTypeAdd({});
`,
      );
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      const flags = [
        '--noEmit',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--types',
        '',
        'use.ts',
      ];
      await run(process.execPath, [tsc, ...flags], { cwd: user });
      const { stdout } = await run(
        process.execPath,
        [
          '--input-type=module',
          '--eval',
          `import * as all from '@mailing-service/client'; console.log(Object.keys(all).sort().join());`,
        ],
        { cwd: user },
      );
      expect(stdout.trim()).to.equal('ApiError,createClient');
    } finally {
      await rm(user, { recursive: true, force: true });
    }
  });
});
