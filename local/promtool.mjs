// Run before the tests of the alert rules: unpacks promtool from Debian's package prometheus. Without it, these tests are skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { aptGet, mayInstall } from './debian.mjs';
import { serversFolder } from './servers.mjs';

const folder = serversFolder();
const file = join(folder, 'promtool');

if (!existsSync(file) && mayInstall()) {
  process.stderr.write('Set-up: unpacking promtool (apt-get download)\n');
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, 'unpacking-'));
  try {
    const run = (program, ...args) => {
      if (spawnSync(program, args, { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
        throw new Error(`${program} ${args[0]} failed`);
    };
    if (!aptGet('update')) throw new Error('apt-get update failed');
    run('apt-get', 'download', 'prometheus');
    run(
      'dpkg-deb',
      '--extract',
      readdirSync(work).find((name) => name.endsWith('.deb')),
      'root',
    );
    renameSync(join(work, 'root/usr/bin/promtool'), file);
  } catch (error) {
    process.stderr.write(`promtool cannot be had: ${error.message}\n`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
