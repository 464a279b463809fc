// Run before the tests of public generators on /openapi-codegen.json: gets the generators from npm, PyPI, Go modules and Maven. They are no
// dependencies of the service: `node local/generators.mjs npm pypi` gets those of two registries, as CI does, and the nightly workflow all.
// Without one, its tests are skipped.
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

/** Milliseconds of one program: a registry that does not answer would otherwise block it. */
const MOST_MS = 600_000;

function run(program, ...args) {
  const how = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], timeout: MOST_MS };
  if (spawnSync(program, args, how).status === 0) return true;
  process.stderr.write(`${program} ${args.join(' ')} failed.\n`);
  return false;
}

const GET = {
  npm() {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    return run('npm', 'install', '--no-audit', '--no-fund', ...NPM);
  },
  pypi() {
    return (
      run(process.env.PYTHON ?? 'python3', '-m', 'venv', 'venv') &&
      run(join(folder, 'venv/bin/python'), '-m', 'pip', 'install', '--quiet', ...PYPI, ...OF_CLIENTS)
    );
  },
  go() {
    process.env.GOBIN = join(folder, 'bin');
    return GO.every((program) => run('go', 'install', program));
  },
  // The plugin itself stays in Maven's own folder.
  maven: () => run('mvn', '-q', '-B', MAVEN),
};
const asked = process.argv.slice(2);
const unknown = asked.filter((registry) => !Object.hasOwn(GET, registry));
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}. There are: ${Object.keys(GET).join(', ')}.\n`);
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const registry of asked.length > 0 ? asked : Object.keys(GET)) {
  const got = join(folder, `got-${registry}`);
  if (existsSync(got)) continue;
  process.stderr.write(`Set-up: getting generators of clients from ${registry} into ${folder}\n`);
  if (GET[registry]()) writeFileSync(got, '');
}
