// Run before the tests of deploy/helm, docker-compose.yml and the build context: builds helm and kubeconform from their Go modules, which takes
// some minutes, gets mongosh from npm, and installs Debian's buildah. Without one of them, its tests are skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { install, mayInstall } from './debian.mjs';
import { serversFolder } from './servers.mjs';

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.19.5';
const KUBECONFORM = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0';
const MONGOSH = 'mongosh@2.12.0';

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
get('kubeconform', 'kubeconform (go install)', 'go', ['install', KUBECONFORM], { GOBIN: folder });
get('mongosh', 'mongosh (npm)', 'npm', [
  'install',
  '--no-audit',
  '--no-fund',
  '--prefix',
  join(folder, 'mongosh'),
  MONGOSH,
]);
if (!existsSync('/usr/bin/buildah') && mayInstall() && !install('buildah'))
  process.stderr.write('buildah (apt-get) cannot be had.\n');
