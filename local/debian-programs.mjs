// Run before the tests of programs: unpacks promtool, nginx and Caddy from packages of Debian, without installing them. Without one of
// them, its tests are skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { aptGet, download, mayInstall } from './debian.mjs';
import { serversFolder } from './servers.mjs';

const PROGRAMS = [
  { file: 'usr/bin/promtool', of: 'prometheus' },
  { file: 'usr/sbin/nginx', of: 'nginx' },
  { file: 'usr/bin/caddy', of: 'caddy' },
];

const folder = serversFolder();
const placeOf = (file) => join(folder, basename(file));

function unpack({ file, of }) {
  const work = mkdtempSync(join(folder, 'unpacking-'));
  try {
    const run = (program, ...args) => {
      if (spawnSync(program, args, { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
        throw new Error(`${program} ${args[0]} failed`);
    };
    download(work, of);
    for (const name of readdirSync(work)) run('dpkg-deb', '--extract', name, 'root');
    renameSync(join(work, 'root', file), placeOf(file));
  } catch (error) {
    process.stderr.write(`${basename(file)} cannot be had: ${error.message}\n`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const missing = PROGRAMS.filter(({ file }) => !existsSync(placeOf(file)));
if (missing.length > 0 && mayInstall()) {
  const names = missing.map(({ file }) => basename(file)).join(' and ');
  process.stderr.write(`Set-up: unpacking ${names} (apt-get download)\n`);
  mkdirSync(folder, { recursive: true });
  aptGet('update');
  for (const one of missing) unpack(one);
}
