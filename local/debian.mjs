// Installs Debian packages where possible: as root, on a system with apt-get.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Returns whether they are installed now. */
export function install(...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status;
  return apt('update') === 0 && apt('install', '--yes', '--no-install-recommends', ...packages) === 0;
}
