// Run before `npm run faults`: scenarios that cut networks need iproute2 and nftables. If they cannot be installed, the table names
// the scenarios that did not run.
import { spawnSync } from 'node:child_process';
import { install, mayInstall } from './debian.mjs';

const missing = [
  ['ip', 'iproute2'],
  ['nft', 'nftables'],
].filter(([program]) => spawnSync(program, ['-V']).error);
if (missing.length > 0 && mayInstall()) {
  const packages = missing.map(([, name]) => name);
  process.stderr.write(`Set-up: installing ${packages.join(' and ')} (apt-get)\n`);
  install(...packages);
}
