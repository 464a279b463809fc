import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type Api, startApi } from '../../support/api.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const NAME = '@mailing-service/client';

/** The program for both kinds of modules: a call that changes something, one that answers with it, and a failure. */
const USE = `
(async () => {
  const { URL: url, PUBLIC_KEY: publicKey, SECRET_KEY: secretKey } = process.env;
  const client = createClient({ url, publicKey, secretKey });
  const { id } = await client.contactTypeAdd({ name: process.argv[2] });
  const [type] = (await client.contactTypeList()).filter((one) => one.id === id);
  const failure = await client.contactTypeView({ contact_type_id: 4711 }).catch((error) => error);
  console.log(JSON.stringify([type.name, failure instanceof ApiError, failure.status]));
})();
`;

const TYPED = `import { type Client, createClient } from '${NAME}';
const client: Client = createClient({ url: 'http://localhost', publicKey: 'a', secretKey: 'b' });
export const names: Promise<string[]> = client.contactTypeList().then((types) => types.map((type) => type.name));
// @ts-expect-error -- a required input
void client.contactTypeAdd({});
`;

describe('the package of the client', () => {
  let api: Api;
  let folder: string;
  /** An empty project in which the package is installed. */
  let user: string;

  before(async () => {
    api = await startApi('client-package');
    folder = await mkdtemp(join(tmpdir(), 'mailing-client-'));
    user = await mkdtemp(join(tmpdir(), 'mailing-client-user-'));
    // In a copy, because the checkout must not be changed and other tests may run.
    const copy = join(folder, 'client');
    const isOurs = (path: string) => !/\/(dist|python)$/.test(path);
    await cp(join(ROOT, 'client'), copy, { recursive: true, filter: isOurs });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    // Its `prepack` builds it. Under npm, the checkout's `ignore-scripts` is in the environment.
    await run('npm', ['pack', '--ignore-scripts=false', '--pack-destination', folder], { cwd: copy });
    const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'))!;
    await writeFile(join(user, 'package.json'), '{}');
    await run('npm', ['install', '--offline', '--no-audit', join(folder, packed)], { cwd: user });
  });
  after(async () => {
    await api?.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(user, { recursive: true, force: true });
  });

  async function calls(file: string, text: string): Promise<string> {
    await writeFile(join(user, file), text);
    const keys = await api.account();
    const env = { ...process.env, URL: api.url, PUBLIC_KEY: keys.public_key, SECRET_KEY: keys.secret_key };
    const { stdout } = await run(process.execPath, [file, file], { cwd: user, env });
    return stdout.trim();
  }

  it('has no dependencies', async () => {
    expect(await readdir(join(user, 'node_modules'))).to.have.members([
      '.package-lock.json',
      '@mailing-service',
    ]);
    expect((await readdir(join(user, 'node_modules', NAME))).sort()).to.deep.equal([
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);
  });

  it('calls the API from an ES module', async () => {
    const text = `import { ApiError, createClient } from '${NAME}';${USE}`;
    expect(await calls('use.mjs', text)).to.equal('["use.mjs",true,404]');
  });

  it('calls the API from CommonJS', async () => {
    const text = `const { ApiError, createClient } = require('${NAME}');${USE}`;
    expect(await calls('use.cjs', text)).to.equal('["use.cjs",true,404]');
  });

  it('exports the types of its calls to both kinds of modules', async () => {
    await writeFile(join(user, 'typed.mts'), TYPED);
    await writeFile(join(user, 'typed.cts'), TYPED);
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
    await run(process.execPath, [tsc, ...flags, 'typed.mts', 'typed.cts'], { cwd: user });
  });
});
