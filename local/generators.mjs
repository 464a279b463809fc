// Run before the tests of public generators on /openapi-codegen.json: gets the generators from npm, PyPI, Go modules and Maven. They are no
// dependencies of the service, so the nightly workflow alone gets them; without one, its tests are skipped.
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
/** Packages of the Python clients that openapi-generator makes. */
const OF_CLIENTS = ['pydantic>=2.11', 'python-dateutil>=2.8.2', 'typing-extensions>=4.7.1', 'urllib3>=2.7'];
const GO = [
  'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
  'github.com/ogen-go/ogen/cmd/ogen@v1.25.0',
];
const MAVEN = 'org.openapitools:openapi-generator-maven-plugin:7.25.0:help';

const folder = join(serversFolder(), 'generators');

function run(program, ...args) {
  if (spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
    process.stderr.write(`${program} ${args.join(' ')} failed.\n`);
}

if (!existsSync(folder)) {
  process.stderr.write(`Set-up: getting generators of clients into ${folder} (npm, pip, Go and Maven)\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  run('npm', 'install', '--no-audit', '--no-fund', ...NPM);
  run(process.env.PYTHON ?? 'python3', '-m', 'venv', 'venv');
  run(join(folder, 'venv/bin/python'), '-m', 'pip', 'install', '--quiet', ...PYPI, ...OF_CLIENTS);
  process.env.GOBIN = join(folder, 'bin');
  for (const program of GO) run('go', 'install', program);
  run('mvn', '-q', '-B', MAVEN);
}
