// Run before the tests of public generators on /openapi-codegen.json: gets the generators from npm and PyPI. They are no dependencies of
// the service, so the nightly workflow alone gets them; without one, its tests are skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serversFolder } from './servers.mjs';

const NPM = [
  '@hey-api/openapi-ts@0.95.0',
  'openapi-fetch@0.17.0',
  'openapi-typescript@7.13.0',
  'orval@7.13.2',
  'typescript@5.9.3',
];
const PYPI = ['openapi-python-client==0.29.1'];

const folder = join(serversFolder(), 'generators');

function run(program, ...args) {
  if (spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
    process.stderr.write(`${program} ${args.join(' ')} failed.\n`);
}

if (!existsSync(folder)) {
  process.stderr.write(`Set-up: getting generators of clients into ${folder} (npm and pip)\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  run('npm', 'install', '--no-audit', '--no-fund', ...NPM);
  run(process.env.PYTHON ?? 'python3', '-m', 'venv', 'venv');
  run(join(folder, 'venv/bin/python'), '-m', 'pip', 'install', '--quiet', ...PYPI);
}
