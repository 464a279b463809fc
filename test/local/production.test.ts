import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../local/ports.ts';
import { ROOT } from '../../local/servers.mjs';
import { services } from '../support/services.ts';
import { until } from '../support/until.ts';
import { bareEnvironment, type Running, startShell } from './programs.ts';

/** Runs the Procfile as a platform does: built, with production packages only, in an otherwise empty folder. */
describe('a deployment by the Procfile', function () {
  this.timeout(240_000);
  const folder = mkdtempSync(join(tmpdir(), 'mailing-production-'));
  const running: Running[] = [];

  before(async () => {
    for (const name of [
      'package.json',
      'package-lock.json',
      '.npmrc',
      'Procfile',
      'tsconfig.json',
      'tsconfig.build.json',
    ])
      cpSync(join(ROOT, name), join(folder, name));
    const isBuilt = (path: string): boolean => path === join(ROOT, 'console/dist');
    for (const name of ['api', 'client', 'common', 'console', 'inbound', 'worker', 'local'])
      cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: (path) => !isBuilt(path) });
    // The packages that npm installed here. Not links: temporary files may be on another device.
    cpSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => basename(path) !== '.cache',
    });
    const npm = (...args: string[]) =>
      execFileSync('npm', args, { cwd: folder, env: bareEnvironment(), stdio: 'pipe' });
    npm('run', 'build');
    npm('prune', '--omit=dev', '--offline');
  });
  after(async () => {
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  });

  const commands = new Map(
    [...readFileSync(join(ROOT, 'Procfile'), 'utf8').matchAll(/^(\w+): (.*)$/gm)].map(
      ([, name, command]) => [name!, command!] as const,
    ),
  );

  /** Starts a process type with the settings of a deployment, without HOST. */
  function start(name: string, settings: Readonly<Record<string, string>>): Running {
    const program = startShell(
      commands.get(name)!,
      folder,
      bareEnvironment({
        NODE_ENV: 'production',
        MONGODB_URL: services().mongodbUrl('production'),
        REDIS_URL: services().redisUrl('production'),
        SMTP_URL: 'smtp://127.0.0.1:9',
        APP_SECRET: '3f1c77aa09be4d6582e7b1d04c9fe3a85d20761bb94c8f3e6a17d5208e4bc9f1',
        ...settings,
      }),
    );
    running.push(program);
    return program;
  }

  it('contains no development packages', () => {
    expect(existsSync(join(folder, 'node_modules/koa'))).to.equal(true);
    for (const name of ['mocha', 'playwright-core'])
      expect(existsSync(join(folder, 'node_modules', name)), name).to.equal(false);
  });

  it('contains the built console, compressed, where the API looks for it', () => {
    const built = join(folder, 'dist/console/dist');
    const [, entry] = /src="\/console\/(assets\/[^"]+\.js)"/.exec(
      readFileSync(join(built, 'index.html'), 'utf8'),
    )!;
    for (const name of [entry!, `${entry}.br`, `${entry}.gz`])
      expect(existsSync(join(built, name)), name).to.equal(true);
    expect(existsSync(join(folder, 'node_modules/react'))).to.equal(false);
  });

  it('has what was compiled of each program, and neither makes the other compile it again', () => {
    for (const program of ['api', 'worker', 'api', 'worker']) {
      const { stderr } = spawnSync(process.execPath, [join(folder, 'dist', program, 'main.js')], {
        env: bareEnvironment({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }),
        encoding: 'utf8',
      });
      expect(stderr, program).not.to.include('was rejected');
      // Node 20 keeps nothing.
      if (Number(process.versions.node.split('.')[0]) > 20)
        expect(stderr, program).to.include('was accepted');
    }
  });

  it('migrates, serves on all addresses and works', async () => {
    const { code, err } = await start('release', {}).ended;
    expect(code, err).to.equal(0);
    const [port, metrics] = [await freePort(), await freePort()];
    const publicUrl = `http://localhost:${port}`;
    const web = start('web', { PORT: String(port), PUBLIC_URL: publicUrl });
    const worker = start('worker', { METRICS_PORT: String(metrics), PUBLIC_URL: publicUrl });
    const isReady = async (url: string): Promise<boolean> => {
      for (const program of [web, worker])
        if (program.child.exitCode !== null) throw new Error(`It ended:\n${program.out()}${program.err()}`);
      return fetch(url).then(
        ({ status }) => status === 200,
        () => false,
      );
    };
    // 127.0.0.2 is this machine too, and no program listens on exactly this address.
    await until(
      () => isReady(`http://127.0.0.2:${port}/readyz`),
      'the API to be ready on every address',
      60_000,
    );
    await until(() => isReady(`http://127.0.0.1:${metrics}/readyz`), 'the worker to be ready', 60_000);
    const images = await fetch(`${publicUrl}/images/letter.png`);
    expect(images.headers.get('content-type'), 'files that are not TypeScript are there too').to.equal(
      'image/png',
    );
    for (const { out } of [web, worker])
      expect(out()).to.include(`"version":"${JSON.parse(readFileSync('package.json', 'utf8')).version}"`);
  });
});
