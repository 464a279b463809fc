// Installs Debian packages where possible: as root, on a system with apt-get.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Two parallel runs of apt-get would fail: the second waits for the first. */
const LOCK = join(tmpdir(), 'mailing-apt-get.lock');

export const aptGet = (...args) => aptGetIn('/', ...args);

function aptGetIn(cwd, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const how = { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] };
  return spawnSync('flock', [LOCK, 'apt-get', ...args], how).status === 0;
}

/** Downloads the files of packages into a folder, without installing them. */
export function download(folder, ...packages) {
  if (!aptGetIn(folder, 'download', ...packages)) throw new Error('apt-get download failed');
}

export const install = (...packages) =>
  aptGet('update') && aptGet('install', '--yes', '--no-install-recommends', ...packages);
