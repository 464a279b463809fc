import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { build } from 'esbuild';
import { serversFolder } from '../../../local/servers.mjs';
import { type Api, type Client, startApi } from '../../support/api.ts';
import * as uses from './uses.ts';

const run = promisify(execFile);
const TOOLS = join(serversFolder(), 'generators');
const PYTHON = join(TOOLS, 'venv/bin/python');

/** The output of the ten calls of each program. */
const SAID = [
  'Readers',
  1,
  'Others',
  'ada@example.com',
  ['sender.verified'],
  1,
  'not_found',
  'required',
  10,
  0,
];

/** Strict, as the generators promise to fit. */
const COMPILED = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  },
  include: ['.'],
};

describe('a public generator of clients', function generators() {
  let api: Api;
  let client: Client;
  let folder: string;
  let names: string[];

  before(async function needsGenerators() {
    if (!existsSync(join(TOOLS, 'node_modules/.bin/orval'))) this.skip();
    api = await startApi('generators', { RATE_CALLS: '0' });
    const document = (await api.request('/openapi-codegen.json')).body;
    const operations = Object.values(
      document.paths as Record<string, Record<string, { operationId: string }>>,
    );
    names = operations.flatMap((byMethod) => Object.values(byMethod).map(({ operationId }) => operationId));
    // Below the tools, so that programs find their packages.
    folder = mkdtempSync(join(TOOLS, 'run-'));
    writeFileSync(join(folder, 'codegen.json'), JSON.stringify(document));
  });
  beforeEach(async () => {
    client = await api.account();
  });
  after(async () => {
    await api?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const environment = (): NodeJS.ProcessEnv => ({
    ...process.env,
    API: `${api.url}/api`,
    PUBLIC_KEY: client.public_key,
    SECRET_KEY: client.secret_key,
  });
  const tool = (name: string, ...args: string[]) =>
    run(process.execPath, [join(TOOLS, 'node_modules', name), ...args], { cwd: folder, maxBuffer: 2 ** 26 });

  /** Compiles a program with all that was generated for it, and runs it. */
  async function said(place: string, text: string): Promise<unknown> {
    const within = join(folder, place);
    writeFileSync(join(within, 'use.ts'), text);
    writeFileSync(join(within, 'tsconfig.json'), JSON.stringify(COMPILED));
    await tool('typescript/bin/tsc', '-p', place).catch(({ stdout }: { stdout: string }) =>
      expect.fail(stdout.slice(0, 2000)),
    );
    const outfile = join(within, 'use.mjs');
    await build({
      entryPoints: [join(within, 'use.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    return JSON.parse((await run(process.execPath, [outfile], { env: environment() })).stdout);
  }

  /** Generators write `ByPOST` as `ByPost` or `by_post`. */
  const plain = (text: string): string => text.replaceAll('_', '').toLowerCase();
  const lacking = (text: string, form: (name: string) => string): string[] => {
    const made = plain(text);
    return names.filter((name) => !made.includes(plain(form(name))));
  };

  it('openapi-typescript makes types that compile and fit', async () => {
    await tool('openapi-typescript/bin/cli.js', 'codegen.json', '-o', 'types/api.ts');
    expect(
      lacking(readFileSync(join(folder, 'types/api.ts'), 'utf8'), (name) => `    ${name}: {`),
    ).to.deep.equal([]);
    expect(await said('types', uses.FETCH)).to.deep.equal(SAID);
  });

  it('@hey-api/openapi-ts makes a client that compiles and works', async () => {
    await tool(
      '@hey-api/openapi-ts/bin/run.js',
      '-i',
      'codegen.json',
      '-o',
      'hey',
      '-c',
      '@hey-api/client-fetch',
    );
    const text = readFileSync(join(folder, 'hey/sdk.gen.ts'), 'utf8');
    expect(lacking(text, (name) => `export const ${name} = `)).to.deep.equal([]);
    expect(await said('hey', uses.HEY)).to.deep.equal(SAID);
  });

  it('orval makes a client that compiles and works', async () => {
    const config = {
      mailing: {
        input: './codegen.json',
        output: { target: './orval/api.ts', client: 'fetch', baseUrl: `${api.url}/api` },
      },
    };
    writeFileSync(join(folder, 'orval.config.cjs'), `module.exports = ${JSON.stringify(config)};`);
    await tool('orval/dist/bin/orval.js', '--config', 'orval.config.cjs');
    const text = readFileSync(join(folder, 'orval/api.ts'), 'utf8');
    expect(lacking(text, (name) => `export const ${name} = `)).to.deep.equal([]);
    expect(await said('orval', uses.ORVAL)).to.deep.equal(SAID);
  });

  it('openapi-python-client makes a client that works', async function python() {
    if (!existsSync(PYTHON)) this.skip();
    const args = ['-m', 'openapi_python_client', 'generate', '--path', 'codegen.json'];
    await run(PYTHON, [...args, '--output-path', 'made', '--meta', 'none'], { cwd: folder });
    const modules = readdirSync(join(folder, 'made/api'), { recursive: true }).map(
      (path) => `/${basename(String(path))}`,
    );
    expect(lacking(modules.join(''), (name) => `/${name}.py`)).to.deep.equal([]);
    writeFileSync(join(folder, 'use.py'), uses.PYTHON);
    await run(PYTHON, ['-m', 'compileall', '-q', 'made'], { cwd: folder });
    const { stdout } = await run(PYTHON, ['use.py'], { cwd: folder, env: environment() });
    expect(JSON.parse(stdout)).to.deep.equal(SAID);
  });
});
