// Run before the tests of deploy/helm and docker-compose.yml: builds helm from its Go module, which takes some minutes, gets
// kubernetes-validate with the schemas of Kubernetes from PyPI, and mongosh from npm. Without Go or pip, the tests that need them are skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serversFolder } from './servers.mjs';

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.19.5';
const MONGOSH = 'mongosh@2.12.0';
const VALIDATOR = 'kubernetes-validate==1.37.0';

const folder = serversFolder();
mkdirSync(folder, { recursive: true });

const get = (file, title, program, args, env = {}) => {
  if (existsSync(join(folder, file))) return;
  process.stderr.write(`Set-up: getting ${title}\n`);
  const { status } = spawnSync(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.stderr.write(`${title} cannot be had.\n`);
};

get('helm', 'helm (go install)', 'go', ['install', HELM], { GOBIN: folder });
get('kubernetes-validate', 'kubernetes-validate (pip)', process.env.PYTHON ?? 'python3', [
  '-m',
  'pip',
  'install',
  '--quiet',
  '--target',
  join(folder, 'kubernetes-validate'),
  VALIDATOR,
]);
get('mongosh', 'mongosh (npm)', 'npm', [
  'install',
  '--no-audit',
  '--no-fund',
  '--prefix',
  join(folder, 'mongosh'),
  MONGOSH,
]);
